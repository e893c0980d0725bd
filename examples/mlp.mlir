// A two-layer perceptron that sorts 16 points of 8 features into 4 classes:
// its loss, the gradient of every weight and bias, and one step of training.
//
//   logits = tanh(x w1 + b1) w2 + b2
//   loss   = mean over the batch of -log softmax(logits)[label]
//
// kina broadcasts only where it is told to: the biases are broadcast by an op,
// whose derivative sums over the batch again.
//
//   kina-run examples/mlp.mlir --function=main \
//       --input=@examples/reference/mlp_x.npy \
//       --input=@examples/reference/mlp_labels.npy \
//       --input=@examples/reference/mlp_w1.npy \
//       --input=@examples/reference/mlp_b1.npy \
//       --input=@examples/reference/mlp_w2.npy \
//       --input=@examples/reference/mlp_b2.npy

func.func private @loss(%x: tensor<16x8xf32>, %labels: tensor<16xi64>,
                        %w1: tensor<8x32xf32>, %b1: tensor<32xf32>,
                        %w2: tensor<32x4xf32>, %b2: tensor<4xf32>)
    -> tensor<f32> {
  // Hidden layer: tanh(x w1 + b1), 32 units.
  %xw1 = kina.matmul %x, %w1
      : tensor<16x8xf32>, tensor<8x32xf32> -> tensor<16x32xf32>
  %bias1 = kina.broadcast %b1 : tensor<32xf32> -> tensor<16x32xf32>
  %sum1 = kina.add %xw1, %bias1 : tensor<16x32xf32>
  %hidden = kina.tanh %sum1 : tensor<16x32xf32>

  // Output layer: a logit for each of the 4 classes.
  %hw2 = kina.matmul %hidden, %w2
      : tensor<16x32xf32>, tensor<32x4xf32> -> tensor<16x4xf32>
  %bias2 = kina.broadcast %b2 : tensor<4xf32> -> tensor<16x4xf32>
  %logits = kina.add %hw2, %bias2 : tensor<16x4xf32>

  // Cross entropy with the labels, then the mean over the batch.
  %log_probs = kina.log_softmax %logits axis = 1 : tensor<16x4xf32>
  %picked = kina.take_along_axis %log_probs, %labels axis = 1
      : tensor<16x4xf32>, tensor<16xi64> -> tensor<16xf32>
  %losses = kina.neg %picked : tensor<16xf32>
  %loss = kina.reduce mean %losses axes = [0] : tensor<16xf32> -> tensor<f32>
  return %loss : tensor<f32>
}

// (x, labels, w1, b1, w2, b2) -> (loss, dw1, db1, dw2, db2). `wrt` lists the
// arguments whose gradients are wanted: the weights, not the data. What only
// the gradient of x would need is not computed.
func.func @main(%x: tensor<16x8xf32>, %labels: tensor<16xi64>,
                %w1: tensor<8x32xf32>, %b1: tensor<32xf32>,
                %w2: tensor<32x4xf32>, %b2: tensor<4xf32>)
    -> (tensor<f32>, tensor<8x32xf32>, tensor<32xf32>,
        tensor<32x4xf32>, tensor<4xf32>) {
  %loss, %dw1, %db1, %dw2, %db2 =
      kina.handle @loss(%x, %labels, %w1, %b1, %w2, %b2)
      with reverse_mode wrt = [2, 3, 4, 5]
      : (tensor<16x8xf32>, tensor<16xi64>, tensor<8x32xf32>, tensor<32xf32>,
         tensor<32x4xf32>, tensor<4xf32>)
     -> (tensor<f32>, tensor<8x32xf32>, tensor<32xf32>, tensor<32x4xf32>,
         tensor<4xf32>)
  return %loss, %dw1, %db1, %dw2, %db2
      : tensor<f32>, tensor<8x32xf32>, tensor<32xf32>, tensor<32x4xf32>,
        tensor<4xf32>
}

// One step of gradient descent at the given learning rate:
// (x, labels, w1, b1, w2, b2, rate) -> (loss before the step, w1, b1, w2, b2).
func.func @step(%x: tensor<16x8xf32>, %labels: tensor<16xi64>,
                %w1: tensor<8x32xf32>, %b1: tensor<32xf32>,
                %w2: tensor<32x4xf32>, %b2: tensor<4xf32>, %rate: tensor<f32>)
    -> (tensor<f32>, tensor<8x32xf32>, tensor<32xf32>,
        tensor<32x4xf32>, tensor<4xf32>) {
  %loss, %dw1, %db1, %dw2, %db2 =
      kina.handle @loss(%x, %labels, %w1, %b1, %w2, %b2)
      with reverse_mode wrt = [2, 3, 4, 5]
      : (tensor<16x8xf32>, tensor<16xi64>, tensor<8x32xf32>, tensor<32xf32>,
         tensor<32x4xf32>, tensor<4xf32>)
     -> (tensor<f32>, tensor<8x32xf32>, tensor<32xf32>, tensor<32x4xf32>,
         tensor<4xf32>)

  %rate_w1 = kina.broadcast %rate : tensor<f32> -> tensor<8x32xf32>
  %step_w1 = kina.mul %rate_w1, %dw1 : tensor<8x32xf32>
  %new_w1 = kina.sub %w1, %step_w1 : tensor<8x32xf32>

  %rate_b1 = kina.broadcast %rate : tensor<f32> -> tensor<32xf32>
  %step_b1 = kina.mul %rate_b1, %db1 : tensor<32xf32>
  %new_b1 = kina.sub %b1, %step_b1 : tensor<32xf32>

  %rate_w2 = kina.broadcast %rate : tensor<f32> -> tensor<32x4xf32>
  %step_w2 = kina.mul %rate_w2, %dw2 : tensor<32x4xf32>
  %new_w2 = kina.sub %w2, %step_w2 : tensor<32x4xf32>

  %rate_b2 = kina.broadcast %rate : tensor<f32> -> tensor<4xf32>
  %step_b2 = kina.mul %rate_b2, %db2 : tensor<4xf32>
  %new_b2 = kina.sub %b2, %step_b2 : tensor<4xf32>

  return %loss, %new_w1, %new_b1, %new_w2, %new_b2
      : tensor<f32>, tensor<8x32xf32>, tensor<32xf32>, tensor<32x4xf32>,
        tensor<4xf32>
}
