// StoryLM's loss at a size where speed matters: 8 texts of 128 positions over a
// vocabulary of 4096. The program is that of storylm_nll.mlir, where every op
// is explained; the shapes differ, and a mean over all positions is added.
//
//   python3 examples/data/make_storylm.py --large /tmp/storylm
//   kina-run examples/storylm_nll_large.mlir --function=main --time=20 \
//       --input=@/tmp/storylm/storylm_large_logits.npy \
//       --input=@/tmp/storylm/storylm_large_targets.npy

// The loss of each position.
func.func private @nll(%logits: tensor<8x128x4096xf32>,
                       %targets: tensor<8x128xi64>) -> tensor<8x128xf32> {
  %log_probs = kina.log_softmax %logits axis = 2 : tensor<8x128x4096xf32>
  %picked = kina.take_along_axis %log_probs, %targets axis = 2
      : tensor<8x128x4096xf32>, tensor<8x128xi64> -> tensor<8x128xf32>
  %loss = kina.neg %picked : tensor<8x128xf32>
  return %loss : tensor<8x128xf32>
}

// Their mean, the one number that a training run reports.
func.func private @mean_nll(%logits: tensor<8x128x4096xf32>,
                            %targets: tensor<8x128xi64>) -> tensor<f32> {
  %losses = call @nll(%logits, %targets)
      : (tensor<8x128x4096xf32>, tensor<8x128xi64>) -> tensor<8x128xf32>
  %mean = kina.reduce mean %losses axes = [0, 1]
      : tensor<8x128xf32> -> tensor<f32>
  return %mean : tensor<f32>
}

// (logits, targets) -> (loss of each position, gradient of their sum)
func.func @main(%logits: tensor<8x128x4096xf32>, %targets: tensor<8x128xi64>)
    -> (tensor<8x128xf32>, tensor<8x128x4096xf32>) {
  %loss, %dlogits = kina.handle @nll(%logits, %targets) with reverse_mode
      : (tensor<8x128x4096xf32>, tensor<8x128xi64>)
     -> (tensor<8x128xf32>, tensor<8x128x4096xf32>)
  return %loss, %dlogits : tensor<8x128xf32>, tensor<8x128x4096xf32>
}

// (logits, targets) -> (mean loss, its gradient). Differentiation goes through
// the call: nothing in @nll changes.
func.func @mean(%logits: tensor<8x128x4096xf32>, %targets: tensor<8x128xi64>)
    -> (tensor<f32>, tensor<8x128x4096xf32>) {
  %loss, %dlogits = kina.handle @mean_nll(%logits, %targets) with reverse_mode
      : (tensor<8x128x4096xf32>, tensor<8x128xi64>)
     -> (tensor<f32>, tensor<8x128x4096xf32>)
  return %loss, %dlogits : tensor<f32>, tensor<8x128x4096xf32>
}
