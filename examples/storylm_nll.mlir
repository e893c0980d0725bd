// StoryLM's loss and its gradient, small enough to read every number.
//
//   python3 examples/data/make_storylm.py --check
//   kina-run examples/storylm_nll.mlir --function=main \
//       --input=@examples/data/storylm_logits.npy \
//       --input=@examples/data/storylm_targets.npy
//
// A language model reads 1 text of 4 positions and answers, for each position,
// with 8 scores (logits): one per symbol of its vocabulary, the higher the more
// likely it comes next. The targets say which symbol came next in truth. The
// loss of a position is the negative log likelihood of its target,
//
//   loss[b, t] = -log softmax(logits[b, t, :])[targets[b, t]],
//
// and training wants its gradient, softmax(logits) - onehot(targets).

// The loss alone. Values are ordinary tensors, ops have no side effects, and
// nothing in this function knows that it will be differentiated. It is private:
// only @main is called from outside.
func.func private @nll(%logits: tensor<1x4x8xf32>, %targets: tensor<1x4xi64>)
    -> tensor<1x4xf32> {
  // Log probabilities along axis 2, the vocabulary. One op, computed in the log
  // domain, so that large logits do not overflow.
  %log_probs = kina.log_softmax %logits axis = 2 : tensor<1x4x8xf32>

  // Of the 8 log probabilities at each position, keep the target's:
  // picked[b, t] = log_probs[b, t, targets[b, t]]. The axis disappears. A
  // target outside [0, 8) stops the program with a message that names it.
  %picked = kina.take_along_axis %log_probs, %targets axis = 2
      : tensor<1x4x8xf32>, tensor<1x4xi64> -> tensor<1x4xf32>

  %loss = kina.neg %picked : tensor<1x4xf32>
  return %loss : tensor<1x4xf32>
}

// The loss and its gradient. `kina.handle` runs @nll with reverse-mode
// differentiation: first come @nll's own results, then one gradient for each
// float argument, of that argument's type. The targets are integers and have
// none. Every position's loss starts with the cotangent 1, so the gradient is
// that of the sum of the losses.
//
// `kina-opt --kina-ad` replaces the op by calls to ordinary functions.
func.func @main(%logits: tensor<1x4x8xf32>, %targets: tensor<1x4xi64>)
    -> (tensor<1x4xf32>, tensor<1x4x8xf32>) {
  %loss, %dlogits = kina.handle @nll(%logits, %targets) with reverse_mode
      : (tensor<1x4x8xf32>, tensor<1x4xi64>)
     -> (tensor<1x4xf32>, tensor<1x4x8xf32>)
  return %loss, %dlogits : tensor<1x4xf32>, tensor<1x4x8xf32>
}
