"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x3xf32>, tensor<2xi64>) -> (), sym_name = ""}> ({
  ^bb0(%a: tensor<2x3xf32>, %i: tensor<2xi64>):
    %1 = "kina.take_along_axis"(%a, %i) <{axis = 1 : i64, bounds = 1 : i32}> {tag} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
    "func.call"() <{callee = @main}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
