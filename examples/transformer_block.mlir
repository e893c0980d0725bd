// A transformer block with its gradient: RMSNorm, causal grouped-query
// attention, SwiGLU feed-forward, and two residual connections.
//
//   h   = x + attention(rms_norm(x, norm1))
//   out = h + feed_forward(rms_norm(h, norm2))
//
// Sizes: batch 2, sequence 12 (so 24 tokens), model 32 = 4 query heads of 8,
// 2 heads of keys and values, feed-forward 64. Linear layers treat each token
// alike, so activations stay [token, feature] between them.
//
// examples/reference/README.md has the commands that run it and compare it with
// PyTorch.

// x / sqrt(mean(x^2) + 1e-5) * weight, the mean over each token's features.
//   x: [token, model], weight: [model] -> [token, model]
func.func private @rms_norm(%x: tensor<24x32xf32>, %weight: tensor<32xf32>)
    -> tensor<24x32xf32> {
  %squares = kina.mul %x, %x : tensor<24x32xf32>
  %mean = kina.reduce mean %squares axes = [1] keepdims
      : tensor<24x32xf32> -> tensor<24x1xf32>
  %epsilon = kina.constant dense<1.0e-05> : tensor<24x1xf32>
  %shifted = kina.add %mean, %epsilon : tensor<24x1xf32>
  %inverse = kina.rsqrt %shifted : tensor<24x1xf32>
  %scale = kina.broadcast %inverse : tensor<24x1xf32> -> tensor<24x32xf32>
  %normed = kina.mul %x, %scale : tensor<24x32xf32>
  %weights = kina.broadcast %weight : tensor<32xf32> -> tensor<24x32xf32>
  %out = kina.mul %normed, %weights : tensor<24x32xf32>
  return %out : tensor<24x32xf32>
}

// Every position attends to itself and to those before it.
//   x: [token, model], wq, wo: [model, model], wk, wv: [model, 2 heads x 8]
//   -> [token, model]
func.func private @attention(%x: tensor<24x32xf32>, %wq: tensor<32x32xf32>,
                             %wk: tensor<32x16xf32>, %wv: tensor<32x16xf32>,
                             %wo: tensor<32x32xf32>) -> tensor<24x32xf32> {
  // Queries, keys, values: project, split into heads, heads before positions.
  %xq = kina.matmul %x, %wq
      : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  %xk = kina.matmul %x, %wk
      : tensor<24x32xf32>, tensor<32x16xf32> -> tensor<24x16xf32>
  %xv = kina.matmul %x, %wv
      : tensor<24x32xf32>, tensor<32x16xf32> -> tensor<24x16xf32>
  %q_heads = kina.reshape %xq : tensor<24x32xf32> -> tensor<2x12x4x8xf32>
  %k_heads = kina.reshape %xk : tensor<24x16xf32> -> tensor<2x12x2x8xf32>
  %v_heads = kina.reshape %xv : tensor<24x16xf32> -> tensor<2x12x2x8xf32>
  %q = kina.transpose %q_heads perm = [0, 2, 1, 3]
      : tensor<2x12x4x8xf32> -> tensor<2x4x12x8xf32>
  %k_t = kina.transpose %k_heads perm = [0, 2, 3, 1]
      : tensor<2x12x2x8xf32> -> tensor<2x2x8x12xf32>
  %v = kina.transpose %v_heads perm = [0, 2, 1, 3]
      : tensor<2x12x2x8xf32> -> tensor<2x2x12x8xf32>

  // Two query heads share each head of keys and values.
  %keys_t = kina.repeat_interleave %k_t axis = 1 repeats = 2
      : tensor<2x2x8x12xf32> -> tensor<2x4x8x12xf32>
  %values = kina.repeat_interleave %v axis = 1 repeats = 2
      : tensor<2x2x12x8xf32> -> tensor<2x4x12x8xf32>

  // Scores [batch, head, query, key], scaled by 1/sqrt(8); a key after its
  // query scores -inf (0xFF800000), which makes its weight 0.
  %products = kina.matmul %q, %keys_t
      : tensor<2x4x12x8xf32>, tensor<2x4x8x12xf32> -> tensor<2x4x12x12xf32>
  %scale = kina.constant dense<0.35355339059327379> : tensor<2x4x12x12xf32>
  %scores = kina.mul %products, %scale : tensor<2x4x12x12xf32>
  %query = kina.iota axis = 0 : tensor<12x12xi64>
  %key = kina.iota axis = 1 : tensor<12x12xi64>
  %past = kina.compare le, %key, %query : tensor<12x12xi64>
  %visible = kina.broadcast %past : tensor<12x12xi1> -> tensor<2x4x12x12xi1>
  %minus_inf = kina.constant dense<0xFF800000> : tensor<2x4x12x12xf32>
  %masked = kina.select %visible, %scores, %minus_inf : tensor<2x4x12x12xf32>
  %weights = kina.softmax %masked axis = 3 : tensor<2x4x12x12xf32>

  // Average the values, join the heads, project back.
  %mixed = kina.matmul %weights, %values
      : tensor<2x4x12x12xf32>, tensor<2x4x12x8xf32> -> tensor<2x4x12x8xf32>
  %by_token = kina.transpose %mixed perm = [0, 2, 1, 3]
      : tensor<2x4x12x8xf32> -> tensor<2x12x4x8xf32>
  %joined = kina.reshape %by_token : tensor<2x12x4x8xf32> -> tensor<24x32xf32>
  %out = kina.matmul %joined, %wo
      : tensor<24x32xf32>, tensor<32x32xf32> -> tensor<24x32xf32>
  return %out : tensor<24x32xf32>
}

// SwiGLU: (silu(x gate) * (x up)) down, where silu(z) = z * sigmoid(z).
//   x: [token, model], gate, up: [model, 64], down: [64, model]
//   -> [token, model]
func.func private @feed_forward(%x: tensor<24x32xf32>, %gate: tensor<32x64xf32>,
                                %up: tensor<32x64xf32>,
                                %down: tensor<64x32xf32>)
    -> tensor<24x32xf32> {
  %gated = kina.matmul %x, %gate
      : tensor<24x32xf32>, tensor<32x64xf32> -> tensor<24x64xf32>
  %sigmoid = kina.sigmoid %gated : tensor<24x64xf32>
  %silu = kina.mul %gated, %sigmoid : tensor<24x64xf32>
  %lifted = kina.matmul %x, %up
      : tensor<24x32xf32>, tensor<32x64xf32> -> tensor<24x64xf32>
  %hidden = kina.mul %silu, %lifted : tensor<24x64xf32>
  %out = kina.matmul %hidden, %down
      : tensor<24x64xf32>, tensor<64x32xf32> -> tensor<24x32xf32>
  return %out : tensor<24x32xf32>
}

// The block. x: [batch, position, model] -> the same
func.func private @block(
    %x: tensor<2x12x32xf32>, %norm1: tensor<32xf32>, %wq: tensor<32x32xf32>,
    %wk: tensor<32x16xf32>, %wv: tensor<32x16xf32>, %wo: tensor<32x32xf32>,
    %norm2: tensor<32xf32>, %gate: tensor<32x64xf32>, %up: tensor<32x64xf32>,
    %down: tensor<64x32xf32>) -> tensor<2x12x32xf32> {
  %tokens = kina.reshape %x : tensor<2x12x32xf32> -> tensor<24x32xf32>

  %normed1 = call @rms_norm(%tokens, %norm1)
      : (tensor<24x32xf32>, tensor<32xf32>) -> tensor<24x32xf32>
  %attended = call @attention(%normed1, %wq, %wk, %wv, %wo)
      : (tensor<24x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>,
         tensor<32x16xf32>, tensor<32x32xf32>) -> tensor<24x32xf32>
  %h = kina.add %tokens, %attended : tensor<24x32xf32>

  %normed2 = call @rms_norm(%h, %norm2)
      : (tensor<24x32xf32>, tensor<32xf32>) -> tensor<24x32xf32>
  %fed = call @feed_forward(%normed2, %gate, %up, %down)
      : (tensor<24x32xf32>, tensor<32x64xf32>, tensor<32x64xf32>,
         tensor<64x32xf32>) -> tensor<24x32xf32>
  %sum = kina.add %h, %fed : tensor<24x32xf32>

  %out = kina.reshape %sum : tensor<24x32xf32> -> tensor<2x12x32xf32>
  return %out : tensor<2x12x32xf32>
}

// (x, weights) -> out
func.func @forward(
    %x: tensor<2x12x32xf32>, %norm1: tensor<32xf32>, %wq: tensor<32x32xf32>,
    %wk: tensor<32x16xf32>, %wv: tensor<32x16xf32>, %wo: tensor<32x32xf32>,
    %norm2: tensor<32xf32>, %gate: tensor<32x64xf32>, %up: tensor<32x64xf32>,
    %down: tensor<64x32xf32>) -> tensor<2x12x32xf32> {
  %out = call @block(%x, %norm1, %wq, %wk, %wv, %wo, %norm2, %gate, %up, %down)
      : (tensor<2x12x32xf32>, tensor<32xf32>, tensor<32x32xf32>,
         tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x32xf32>,
         tensor<32xf32>, tensor<32x64xf32>, tensor<32x64xf32>,
         tensor<64x32xf32>) -> tensor<2x12x32xf32>
  return %out : tensor<2x12x32xf32>
}

// (x, weights, seed) -> (out, gradient of x and of each weight, in order). The
// seed is the cotangent of out.
func.func @gradient(
    %x: tensor<2x12x32xf32>, %norm1: tensor<32xf32>, %wq: tensor<32x32xf32>,
    %wk: tensor<32x16xf32>, %wv: tensor<32x16xf32>, %wo: tensor<32x32xf32>,
    %norm2: tensor<32xf32>, %gate: tensor<32x64xf32>, %up: tensor<32x64xf32>,
    %down: tensor<64x32xf32>, %seed: tensor<2x12x32xf32>)
    -> (tensor<2x12x32xf32>, tensor<2x12x32xf32>, tensor<32xf32>,
        tensor<32x32xf32>, tensor<32x16xf32>, tensor<32x16xf32>,
        tensor<32x32xf32>, tensor<32xf32>, tensor<32x64xf32>,
        tensor<32x64xf32>, tensor<64x32xf32>) {
  %out, %dx, %dnorm1, %dwq, %dwk, %dwv, %dwo, %dnorm2, %dgate, %dup, %ddown =
      kina.handle @block(%x, %norm1, %wq, %wk, %wv, %wo, %norm2, %gate, %up,
                         %down) with reverse_mode seed(%seed)
      : (tensor<2x12x32xf32>, tensor<32xf32>, tensor<32x32xf32>,
         tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x32xf32>,
         tensor<32xf32>, tensor<32x64xf32>, tensor<32x64xf32>,
         tensor<64x32xf32>, tensor<2x12x32xf32>)
     -> (tensor<2x12x32xf32>, tensor<2x12x32xf32>, tensor<32xf32>,
         tensor<32x32xf32>, tensor<32x16xf32>, tensor<32x16xf32>,
         tensor<32x32xf32>, tensor<32xf32>, tensor<32x64xf32>,
         tensor<32x64xf32>, tensor<64x32xf32>)
  return %out, %dx, %dnorm1, %dwq, %dwk, %dwv, %dwo, %dnorm2, %dgate, %dup,
         %ddown
      : tensor<2x12x32xf32>, tensor<2x12x32xf32>, tensor<32xf32>,
        tensor<32x32xf32>, tensor<32x16xf32>, tensor<32x16xf32>,
        tensor<32x32xf32>, tensor<32xf32>, tensor<32x64xf32>,
        tensor<32x64xf32>, tensor<64x32xf32>
}
