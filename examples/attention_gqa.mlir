// Causal attention with grouped queries (GQA): 8 query heads share 4 heads of
// keys and values, two by two. Batch 2, 16 positions, 16 features per head:
//
//   out = softmax(mask(q k^T / sqrt(16))) v
//
//   q, out: [batch, 8, position, feature],  k, v: [batch, 4, position, feature]
//
//   kina-run examples/attention_gqa.mlir --function=forward \
//       --input=@examples/reference/attention_q.npy \
//       --input=@examples/reference/attention_k.npy \
//       --input=@examples/reference/attention_v.npy

func.func private @attention(%q: tensor<2x8x16x16xf32>,
                             %k: tensor<2x4x16x16xf32>,
                             %v: tensor<2x4x16x16xf32>)
    -> tensor<2x8x16x16xf32> {
  // Each key and value head serves two query heads: 0 0 1 1 2 2 3 3. The
  // derivative adds the two heads' gradients up.
  %keys = kina.repeat_interleave %k axis = 1 repeats = 2
      : tensor<2x4x16x16xf32> -> tensor<2x8x16x16xf32>
  %values = kina.repeat_interleave %v axis = 1 repeats = 2
      : tensor<2x4x16x16xf32> -> tensor<2x8x16x16xf32>

  // Scores of every query (axis 2) for every key (axis 3), scaled by
  // 1/sqrt(16). The matmul takes any leading dimensions, here batch and head.
  %keys_t = kina.transpose %keys perm = [0, 1, 3, 2]
      : tensor<2x8x16x16xf32> -> tensor<2x8x16x16xf32>
  %products = kina.matmul %q, %keys_t
      : tensor<2x8x16x16xf32>, tensor<2x8x16x16xf32> -> tensor<2x8x16x16xf32>
  %scale = kina.constant dense<0.25> : tensor<2x8x16x16xf32>
  %scores = kina.mul %products, %scale : tensor<2x8x16x16xf32>

  // A query sees the keys up to its own position; the others score -inf, which
  // softmax turns into a weight of exactly 0. (0xFF800000 is -inf in f32.)
  %query = kina.iota axis = 0 : tensor<16x16xi64>
  %key = kina.iota axis = 1 : tensor<16x16xi64>
  %past = kina.compare le, %key, %query : tensor<16x16xi64>
  %visible = kina.broadcast %past : tensor<16x16xi1> -> tensor<2x8x16x16xi1>
  %minus_inf = kina.constant dense<0xFF800000> : tensor<2x8x16x16xf32>
  %masked = kina.select %visible, %scores, %minus_inf : tensor<2x8x16x16xf32>

  // The values' average under those weights.
  %weights = kina.softmax %masked axis = 3 : tensor<2x8x16x16xf32>
  %out = kina.matmul %weights, %values
      : tensor<2x8x16x16xf32>, tensor<2x8x16x16xf32> -> tensor<2x8x16x16xf32>
  return %out : tensor<2x8x16x16xf32>
}

// (q, k, v) -> out
func.func @forward(%q: tensor<2x8x16x16xf32>, %k: tensor<2x4x16x16xf32>,
                   %v: tensor<2x4x16x16xf32>) -> tensor<2x8x16x16xf32> {
  %out = call @attention(%q, %k, %v)
      : (tensor<2x8x16x16xf32>, tensor<2x4x16x16xf32>, tensor<2x4x16x16xf32>)
     -> tensor<2x8x16x16xf32>
  return %out : tensor<2x8x16x16xf32>
}

// (q, k, v, seed) -> (out, dq, dk, dv). The seed is the cotangent of out: what
// the rest of a network would send back. Without the clause it would be ones.
func.func @gradient(%q: tensor<2x8x16x16xf32>, %k: tensor<2x4x16x16xf32>,
                    %v: tensor<2x4x16x16xf32>, %seed: tensor<2x8x16x16xf32>)
    -> (tensor<2x8x16x16xf32>, tensor<2x8x16x16xf32>, tensor<2x4x16x16xf32>,
        tensor<2x4x16x16xf32>) {
  %out, %dq, %dk, %dv =
      kina.handle @attention(%q, %k, %v) with reverse_mode seed(%seed)
      : (tensor<2x8x16x16xf32>, tensor<2x4x16x16xf32>, tensor<2x4x16x16xf32>,
         tensor<2x8x16x16xf32>)
     -> (tensor<2x8x16x16xf32>, tensor<2x8x16x16xf32>, tensor<2x4x16x16xf32>,
         tensor<2x4x16x16xf32>)
  return %out, %dq, %dk, %dv
      : tensor<2x8x16x16xf32>, tensor<2x8x16x16xf32>, tensor<2x4x16x16xf32>,
        tensor<2x4x16x16xf32>
}
