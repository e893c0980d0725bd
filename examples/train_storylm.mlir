// Trains a character language model, from its first step to its last, in one
// program: batches, loss, gradients and updates are all kina.
//
// make demo runs it and draws the losses; examples/README.md has the command.
//
// The model is a small transformer. At each position of a window of 32 it has
// read the characters so far and predicts the next one, out of 41:
//
//   x      = embed[character] + position
//   x      = x + attention(rms_norm(x, norm1))
//   x      = x + gelu(rms_norm(x, norm2) up) down
//   logits = rms_norm(x, norm3) head
//   loss   = mean of -log softmax(logits)[next character]
//
// A batch is 8 windows of the story, so 256 tokens of 32 features each. There
// are 4 query heads of 8 and 2 heads of keys and values; the feed-forward layer
// has 128 units.

!tokens = tensor<256x32xf32>

// Types of the weights.
!table = tensor<41x32xf32>
!square = tensor<32x32xf32>
!narrow = tensor<32x16xf32>
!scale = tensor<32xf32>
!up = tensor<32x128xf32>
!down = tensor<128x32xf32>
!head = tensor<32x41xf32>

// x / sqrt(mean(x^2) + 1e-5) * weight, the mean over each token's features.
func.func private @rms_norm(%x: !tokens, %weight: !scale) -> !tokens {
  %squares = kina.mul %x, %x : !tokens
  %mean = kina.reduce mean %squares axes = [1] keepdims
      : !tokens -> tensor<256x1xf32>
  %epsilon = kina.constant dense<1.0e-05> : tensor<256x1xf32>
  %shifted = kina.add %mean, %epsilon : tensor<256x1xf32>
  %inverse = kina.rsqrt %shifted : tensor<256x1xf32>
  %scale = kina.broadcast %inverse : tensor<256x1xf32> -> !tokens
  %normed = kina.mul %x, %scale : !tokens
  %weights = kina.broadcast %weight : !scale -> !tokens
  %out = kina.mul %normed, %weights : !tokens
  return %out : !tokens
}

// Causal attention with grouped queries, as in transformer_block.mlir.
func.func private @attention(%x: !tokens, %wq: !square, %wk: !narrow,
                             %wv: !narrow, %wo: !square) -> !tokens {
  // Queries, keys, values: project, split into heads, heads before positions.
  %xq = kina.matmul %x, %wq : !tokens, !square -> !tokens
  %xk = kina.matmul %x, %wk : !tokens, !narrow -> tensor<256x16xf32>
  %xv = kina.matmul %x, %wv : !tokens, !narrow -> tensor<256x16xf32>
  %q_heads = kina.reshape %xq : !tokens -> tensor<8x32x4x8xf32>
  %k_heads = kina.reshape %xk : tensor<256x16xf32> -> tensor<8x32x2x8xf32>
  %v_heads = kina.reshape %xv : tensor<256x16xf32> -> tensor<8x32x2x8xf32>
  %q = kina.transpose %q_heads perm = [0, 2, 1, 3]
      : tensor<8x32x4x8xf32> -> tensor<8x4x32x8xf32>
  %k_t = kina.transpose %k_heads perm = [0, 2, 3, 1]
      : tensor<8x32x2x8xf32> -> tensor<8x2x8x32xf32>
  %v = kina.transpose %v_heads perm = [0, 2, 1, 3]
      : tensor<8x32x2x8xf32> -> tensor<8x2x32x8xf32>

  // Two query heads share each head of keys and values.
  %keys_t = kina.repeat_interleave %k_t axis = 1 repeats = 2
      : tensor<8x2x8x32xf32> -> tensor<8x4x8x32xf32>
  %values = kina.repeat_interleave %v axis = 1 repeats = 2
      : tensor<8x2x32x8xf32> -> tensor<8x4x32x8xf32>

  // Scores [window, head, query, key], scaled by 1/sqrt(8). A key after its
  // query scores -1e30, which makes its weight 0.
  %products = kina.matmul %q, %keys_t
      : tensor<8x4x32x8xf32>, tensor<8x4x8x32xf32> -> tensor<8x4x32x32xf32>
  %scale = kina.constant dense<0.35355339059327379> : tensor<8x4x32x32xf32>
  %scores = kina.mul %products, %scale : tensor<8x4x32x32xf32>
  %query = kina.iota axis = 0 : tensor<32x32xi64>
  %key = kina.iota axis = 1 : tensor<32x32xi64>
  %past = kina.compare le, %key, %query : tensor<32x32xi64>
  %visible = kina.broadcast %past : tensor<32x32xi1> -> tensor<8x4x32x32xi1>
  %low = kina.constant dense<-1.0e+30> : tensor<8x4x32x32xf32>
  %masked = kina.select %visible, %scores, %low : tensor<8x4x32x32xf32>
  %weights = kina.softmax %masked axis = 3 : tensor<8x4x32x32xf32>

  // Average the values, join the heads, project back.
  %mixed = kina.matmul %weights, %values
      : tensor<8x4x32x32xf32>, tensor<8x4x32x8xf32> -> tensor<8x4x32x8xf32>
  %by_token = kina.transpose %mixed perm = [0, 2, 1, 3]
      : tensor<8x4x32x8xf32> -> tensor<8x32x4x8xf32>
  %joined = kina.reshape %by_token : tensor<8x32x4x8xf32> -> !tokens
  %out = kina.matmul %joined, %wo : !tokens, !square -> !tokens
  return %out : !tokens
}

// gelu(x up) down, where gelu(z) = z (1 + erf(z / sqrt(2))) / 2.
func.func private @feed_forward(%x: !tokens, %up: !up, %down: !down)
    -> !tokens {
  %lifted = kina.matmul %x, %up : !tokens, !up -> tensor<256x128xf32>
  %root = kina.constant dense<0.70710678118654757> : tensor<256x128xf32>
  %scaled = kina.mul %lifted, %root : tensor<256x128xf32>
  %erf = kina.erf %scaled : tensor<256x128xf32>
  %one = kina.constant dense<1.0> : tensor<256x128xf32>
  %gate = kina.add %one, %erf : tensor<256x128xf32>
  %half = kina.constant dense<0.5> : tensor<256x128xf32>
  %halved = kina.mul %lifted, %half : tensor<256x128xf32>
  %hidden = kina.mul %halved, %gate : tensor<256x128xf32>
  %out = kina.matmul %hidden, %down
      : tensor<256x128xf32>, !down -> !tokens
  return %out : !tokens
}

// The model and its loss.
//   inputs, targets: [window, position], the targets one character later
func.func private @loss(
    %inputs: tensor<8x32xi64>, %targets: tensor<8x32xi64>, %embed: !table,
    %position: !square, %norm1: !scale, %wq: !square, %wk: !narrow,
    %wv: !narrow, %wo: !square, %norm2: !scale, %up: !up, %down: !down,
    %norm3: !scale, %head: !head) -> tensor<f32> {
  // Each character's row of the table, plus a vector for its place.
  %rows = kina.gather %embed, %inputs
      : !table, tensor<8x32xi64> -> tensor<8x32x32xf32>
  %places = kina.broadcast %position : !square -> tensor<8x32x32xf32>
  %placed = kina.add %rows, %places : tensor<8x32x32xf32>
  %x0 = kina.reshape %placed : tensor<8x32x32xf32> -> !tokens

  %normed1 = call @rms_norm(%x0, %norm1) : (!tokens, !scale) -> !tokens
  %attended = call @attention(%normed1, %wq, %wk, %wv, %wo)
      : (!tokens, !square, !narrow, !narrow, !square) -> !tokens
  %x1 = kina.add %x0, %attended : !tokens

  %normed2 = call @rms_norm(%x1, %norm2) : (!tokens, !scale) -> !tokens
  %fed = call @feed_forward(%normed2, %up, %down)
      : (!tokens, !up, !down) -> !tokens
  %x2 = kina.add %x1, %fed : !tokens

  %normed3 = call @rms_norm(%x2, %norm3) : (!tokens, !scale) -> !tokens
  %logits = kina.matmul %normed3, %head
      : !tokens, !head -> tensor<256x41xf32>

  // Mean over all tokens of -log softmax(logits)[target].
  %labels = kina.reshape %targets : tensor<8x32xi64> -> tensor<256xi64>
  %log_probs = kina.log_softmax %logits axis = 1 : tensor<256x41xf32>
  %picked = kina.take_along_axis %log_probs, %labels axis = 1
      : tensor<256x41xf32>, tensor<256xi64> -> tensor<256xf32>
  %losses = kina.neg %picked : tensor<256xf32>
  %mean = kina.reduce mean %losses axes = [0] : tensor<256xf32> -> tensor<f32>
  return %mean : tensor<f32>
}

// The 8 windows of a step, each 33 characters long: the model reads the first
// 32 and is asked for the last 32. The story of 1463 characters has 1431
// windows; 884 / 1431 is near the golden ratio, so the windows of a batch lie
// well apart, and each comes up once in 1431.
//   (story, step) -> (inputs, targets)
func.func private @batch(%story: tensor<1463xi64>, %step: tensor<i64>)
    -> (tensor<8x32xi64>, tensor<8x32xi64>) {
  // n = 8 step + row, start = 884 n mod 1431.
  %windows = kina.constant dense<8> : tensor<i64>
  %before = kina.mul %step, %windows : tensor<i64>
  %first = kina.broadcast %before : tensor<i64> -> tensor<8x1xi64>
  %row = kina.iota axis = 0 : tensor<8x1xi64>
  %number = kina.add %first, %row : tensor<8x1xi64>
  %stride = kina.constant dense<884> : tensor<8x1xi64>
  %spread = kina.mul %number, %stride : tensor<8x1xi64>
  %starts = kina.constant dense<1431> : tensor<8x1xi64>
  %start = kina.mod %spread, %starts : tensor<8x1xi64>

  // The characters there, by a gather from the story as a table of one column.
  %from = kina.broadcast %start : tensor<8x1xi64> -> tensor<8x33xi64>
  %along = kina.iota axis = 1 : tensor<8x33xi64>
  %where = kina.add %from, %along : tensor<8x33xi64>
  %table = kina.reshape %story : tensor<1463xi64> -> tensor<1463x1xi64>
  %cells = kina.gather %table, %where
      : tensor<1463x1xi64>, tensor<8x33xi64> -> tensor<8x33x1xi64>
  %text = kina.reshape %cells : tensor<8x33x1xi64> -> tensor<8x33xi64>
  %inputs = kina.slice %text offsets = [0, 0] sizes = [8, 32] strides = [1, 1]
      : tensor<8x33xi64> -> tensor<8x32xi64>
  %targets = kina.slice %text offsets = [0, 1] sizes = [8, 32] strides = [1, 1]
      : tensor<8x33xi64> -> tensor<8x32xi64>
  return %inputs, %targets : tensor<8x32xi64>, tensor<8x32xi64>
}

// One step of gradient descent.
//   (story, step, rate, weights) -> (loss before the step, new weights)
func.func private @step(
    %story: tensor<1463xi64>, %step: tensor<i64>, %rate: tensor<f32>,
    %embed: !table, %position: !square, %norm1: !scale, %wq: !square,
    %wk: !narrow, %wv: !narrow, %wo: !square, %norm2: !scale, %up: !up,
    %down: !down, %norm3: !scale, %head: !head)
    -> (tensor<f32>, !table, !square, !scale, !square, !narrow, !narrow,
        !square, !scale, !up, !down, !scale, !head) {
  %inputs, %targets = call @batch(%story, %step)
      : (tensor<1463xi64>, tensor<i64>) -> (tensor<8x32xi64>, tensor<8x32xi64>)

  // The loss and the gradient of every weight, arguments 2 to 13.
  %loss, %d_embed, %d_position, %d_norm1, %d_wq, %d_wk, %d_wv, %d_wo,
  %d_norm2, %d_up, %d_down, %d_norm3, %d_head =
      kina.handle @loss(%inputs, %targets, %embed, %position, %norm1, %wq,
          %wk, %wv, %wo, %norm2, %up, %down, %norm3, %head)
      with reverse_mode wrt = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
      : (tensor<8x32xi64>, tensor<8x32xi64>, !table, !square, !scale,
         !square, !narrow, !narrow, !square, !scale, !up, !down, !scale,
         !head)
     -> (tensor<f32>, !table, !square, !scale, !square, !narrow, !narrow,
         !square, !scale, !up, !down, !scale, !head)

  // weight - rate * gradient, for each.
  %r_embed = kina.broadcast %rate : tensor<f32> -> !table
  %s_embed = kina.mul %r_embed, %d_embed : !table
  %n_embed = kina.sub %embed, %s_embed : !table
  %r_position = kina.broadcast %rate : tensor<f32> -> !square
  %s_position = kina.mul %r_position, %d_position : !square
  %n_position = kina.sub %position, %s_position : !square
  %r_norm1 = kina.broadcast %rate : tensor<f32> -> !scale
  %s_norm1 = kina.mul %r_norm1, %d_norm1 : !scale
  %n_norm1 = kina.sub %norm1, %s_norm1 : !scale
  %r_wq = kina.broadcast %rate : tensor<f32> -> !square
  %s_wq = kina.mul %r_wq, %d_wq : !square
  %n_wq = kina.sub %wq, %s_wq : !square
  %r_wk = kina.broadcast %rate : tensor<f32> -> !narrow
  %s_wk = kina.mul %r_wk, %d_wk : !narrow
  %n_wk = kina.sub %wk, %s_wk : !narrow
  %r_wv = kina.broadcast %rate : tensor<f32> -> !narrow
  %s_wv = kina.mul %r_wv, %d_wv : !narrow
  %n_wv = kina.sub %wv, %s_wv : !narrow
  %r_wo = kina.broadcast %rate : tensor<f32> -> !square
  %s_wo = kina.mul %r_wo, %d_wo : !square
  %n_wo = kina.sub %wo, %s_wo : !square
  %r_norm2 = kina.broadcast %rate : tensor<f32> -> !scale
  %s_norm2 = kina.mul %r_norm2, %d_norm2 : !scale
  %n_norm2 = kina.sub %norm2, %s_norm2 : !scale
  %r_up = kina.broadcast %rate : tensor<f32> -> !up
  %s_up = kina.mul %r_up, %d_up : !up
  %n_up = kina.sub %up, %s_up : !up
  %r_down = kina.broadcast %rate : tensor<f32> -> !down
  %s_down = kina.mul %r_down, %d_down : !down
  %n_down = kina.sub %down, %s_down : !down
  %r_norm3 = kina.broadcast %rate : tensor<f32> -> !scale
  %s_norm3 = kina.mul %r_norm3, %d_norm3 : !scale
  %n_norm3 = kina.sub %norm3, %s_norm3 : !scale
  %r_head = kina.broadcast %rate : tensor<f32> -> !head
  %s_head = kina.mul %r_head, %d_head : !head
  %n_head = kina.sub %head, %s_head : !head
  return %loss, %n_embed, %n_position, %n_norm1, %n_wq, %n_wk, %n_wv, %n_wo,
         %n_norm2, %n_up, %n_down, %n_norm3, %n_head
      : tensor<f32>, !table, !square, !scale, !square, !narrow, !narrow,
        !square, !scale, !up, !down, !scale, !head
}

// The whole training: the loss at each step, and the weights after the last.
// The weights go round the loop; nothing is differentiated through it.
//   (story, steps, rate, weights) -> (losses, weights)
func.func @train(
    %story: tensor<1463xi64>, %steps: tensor<i64>, %rate: tensor<f32>,
    %embed: !table, %position: !square, %norm1: !scale, %wq: !square,
    %wk: !narrow, %wv: !narrow, %wo: !square, %norm2: !scale, %up: !up,
    %down: !down, %norm3: !scale, %head: !head)
    -> (tensor<?xf32>, !table, !square, !scale, !square, !narrow, !narrow,
        !square, !scale, !up, !down, !scale, !head) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %steps_scalar = tensor.extract %steps[] : tensor<i64>
  %count = arith.index_cast %steps_scalar : i64 to index
  %empty = tensor.empty(%count) : tensor<?xf32>
  %losses, %embed_end, %position_end, %norm1_end, %wq_end, %wk_end, %wv_end,
  %wo_end, %norm2_end, %up_end, %down_end, %norm3_end, %head_end =
      scf.for %i = %zero to %count step %one
      iter_args(%curve = %empty, %embed_now = %embed,
                %position_now = %position, %norm1_now = %norm1, %wq_now = %wq,
                %wk_now = %wk, %wv_now = %wv, %wo_now = %wo,
                %norm2_now = %norm2, %up_now = %up, %down_now = %down,
                %norm3_now = %norm3, %head_now = %head)
      -> (tensor<?xf32>, !table, !square, !scale, !square, !narrow, !narrow,
          !square, !scale, !up, !down, !scale, !head) {
    %number = arith.index_cast %i : index to i64
    %step = tensor.from_elements %number : tensor<i64>
    %loss, %embed_next, %position_next, %norm1_next, %wq_next, %wk_next,
    %wv_next, %wo_next, %norm2_next, %up_next, %down_next, %norm3_next,
    %head_next =
        func.call @step(%story, %step, %rate, %embed_now, %position_now,
            %norm1_now, %wq_now, %wk_now, %wv_now, %wo_now, %norm2_now,
            %up_now, %down_now, %norm3_now, %head_now)
        : (tensor<1463xi64>, tensor<i64>, tensor<f32>, !table, !square,
           !scale, !square, !narrow, !narrow, !square, !scale, !up, !down,
           !scale, !head)
       -> (tensor<f32>, !table, !square, !scale, !square, !narrow, !narrow,
           !square, !scale, !up, !down, !scale, !head)
    %longer = tensor.insert_slice %loss into %curve[%i] [1] [1]
        : tensor<f32> into tensor<?xf32>
    scf.yield %longer, %embed_next, %position_next, %norm1_next, %wq_next,
        %wk_next, %wv_next, %wo_next, %norm2_next, %up_next, %down_next,
        %norm3_next, %head_next
        : tensor<?xf32>, !table, !square, !scale, !square, !narrow, !narrow,
          !square, !scale, !up, !down, !scale, !head
  }
  return %losses, %embed_end, %position_end, %norm1_end, %wq_end, %wk_end,
        %wv_end, %wo_end, %norm2_end, %up_end, %down_end, %norm3_end,
        %head_end
      : tensor<?xf32>, !table, !square, !scale, !square, !narrow, !narrow,
        !square, !scale, !up, !down, !scale, !head
}
