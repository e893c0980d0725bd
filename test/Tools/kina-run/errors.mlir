// Whatever is wrong: one `error:` line, and exit status 1.

// DEFINE: %{f} = kina-run %s --function=f
// RUN: not kina-run 2>&1 | FileCheck %s --check-prefix=NOFILE
// NOFILE: error: no input file; see kina-run --help{{$}}
// RUN: not kina-run %s %s 2>&1 | FileCheck %s --check-prefix=TWOFILES
// TWOFILES: error: Too many positional arguments
// RUN: not kina-run %s --nonsense 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: error: Unknown command line argument '--nonsense'
// RUN: not kina-run %s --function 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: invalid command line
// RUN: not kina-run %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot open input file '{{.*}}missing': No such file
// RUN: echo 'func.func @f( {' | not kina-run - 2>&1 | FileCheck %s --check-prefix=PARSE
// PARSE: <stdin>:1:14: error: expected
// PARSE: {{^}}error: parsing failed{{$}}
// RUN: echo 'func.func @f(%%x: tensor<2xf32>) { %%0 = kina.exp %%x : tensor<3xf32> return }' | not kina-run - 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: <stdin>:1:{{[0-9]+}}: error:

// Functions.
// RUN: not kina-run %s 2>&1 | FileCheck %s --check-prefix=NOMAIN
// NOMAIN: error: no function 'main', and several public ones; name one with --function: 'f', 'g'
// RUN: not kina-run %s --function=h 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown function 'h'; public functions: 'f', 'g'
// RUN: not kina-run %s --function=private 2>&1 | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: error: function 'private' is private; public functions:
// RUN: not kina-run %s --function=external 2>&1 | FileCheck %s --check-prefix=EXTERNAL
// EXTERNAL: error: function 'external' has no body
// RUN: echo 'func.func private @p() { return }' | not kina-run - 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: no public function to run
// RUN: for f in memref vector indices unranked complex i8; do not kina-run %s --function=$f; done 2>&1 | FileCheck %s --check-prefix=SIGNATURE
// SIGNATURE-COUNT-6: error: function '{{.*}}': argument 0: expected a ranked tensor or a scalar of f16, bf16, f32, f64, i1, i32, i64, got '
// RUN: not kina-run %s --function=result 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: error: function 'result': result 0: expected a ranked tensor or a scalar of {{.*}}, got 'vector<2xf32>'
// RUN: echo 'func.func private @ext() func.func @main() { func.call @ext() : () -> () return }' | not kina-run - 2>&1 | FileCheck %s --check-prefix=SYMBOL
// SYMBOL: error: function 'ext' is called, but has no body, and no library of this process has it{{$}}

// Inputs.
// RUN: not %{f} 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: function 'f' takes 2 inputs, got 0
// RUN: not kina-run - --input=@- < %s 2>&1 | FileCheck %s --check-prefix=STDIN
// STDIN: {{^}}error: expected one reader of the standard input, got 2: the program, input 0{{$}}
// RUN: not kina-run %s --input=2xf32=1 "--input=2xf32= @-" --expected_output=@- < %s 2>&1 | FileCheck %s --check-prefix=STDINS
// STDINS: {{^}}error: expected one reader of the standard input, got 2: input 1, expected_output 0{{$}}
// RUN: not %{f} --input=@- < %s 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: {{^}}error: input 0: <stdin>: expected a .npy file, which starts with \x93NUMPY, got other bytes{{$}}
// RUN: not %{f} --input=f32=1 --input=f32=1 --input=f32=1 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: function 'f' takes 2 inputs, got 3
// RUN: not %{f} --input=3x2xf32=1 --input=i1=1 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: input 0: expected 2x?xf32, got 3x2xf32
// RUN: not %{f} --input=2x5xf64=1 --input=i1=1 2>&1 | FileCheck %s --check-prefix=DTYPE
// DTYPE: error: input 0: expected 2x?xf32, got 2x5xf64
// RUN: not %{f} --input=2xf32=1 --input=i1=1 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: input 0: expected 2x?xf32, got 2xf32
// RUN: not %{f} --input=2x5xf32=1 --input=1xi1=1 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: error: input 1: expected i1, got 1xi1
// RUN: not %{f} --input=2x5xf32=1 --input=7 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: input 1: expected @FILE.npy or TYPE=VALUES
// RUN: not %{f} --input=@%t.npy --input=i1=1 2>&1 | FileCheck %s --check-prefix=NPY
// NPY: error: input 0: {{.*}}.npy: cannot read

// RUN: not %{f} --input=1125899906842624xf32=1 --input=i1=1 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: error: input 0: out of memory: 4503599627370496 bytes for 1125899906842624xf32

// Options.
// RUN: not kina-run %s --function= 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: --function: expected the name of a function
// RUN: not %{f} --print-ir-after= 2>&1 | FileCheck %s --check-prefix=PASSNAME
// PASSNAME: error: --print-ir-after: expected the name of a pass
// RUN: not %{f} --target-cpu= 2>&1 | FileCheck %s --check-prefix=CPUNAME
// CPUNAME: error: --target-cpu: expected the name of a processor
// RUN: not %{f} --device=tpu 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: unknown device 'tpu', expected host, cuda or emulator
// RUN: not %{f} --device=cuda 2>&1 | FileCheck %s --check-prefix=CUDA
// CUDA: error: device 'cuda': this build has no runtime for it
// RUN: not %{f} --device=emulator 2>&1 | FileCheck %s --check-prefix=EMULATOR
// EMULATOR: error: device 'emulator': this build has no runtime for it
// RUN: for n in 0 -1 1.5 x ''; do not %{f} --time=$n; done 2>&1 | FileCheck %s --check-prefix=TIME
// TIME-COUNT-5: error: --time: expected a number from 1 on, got '
// RUN: for n in -1 nan inf x; do not %{f} --rtol=$n; not %{f} --atol=$n; done 2>&1 | FileCheck %s --check-prefix=TOLERANCE
// TOLERANCE-COUNT-8: error: --{{[ar]}}tol: expected a number from 0 on, got '
// RUN: for n in 4 s 33; do not %{f} -O$n; done 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL-COUNT-3: error: -O: expected 0, 1, 2 or 3, got '
// RUN: not %{f} --input=2x1xf32=1 --input=i1=1 --target-cpu=z80 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: unknown target cpu 'z80'
// RUN: not %{f} --input=2x1xf32=1 --input=i1=1 --print-ir-after=nonsense 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: error: --print-ir-after: no pass 'nonsense' ran; these did: {{.*}}kina-to-linalg
// RUN: not %{f} --output=file 2>&1 | FileCheck %s --check-prefix=PATH
// PATH: error: --output: expected @FILE, got 'file'
// RUN: not %{f} --input=2x1xf32=1 --input=i1=1 --output=@%t.a --output=@%t.b 2>&1 | FileCheck %s --check-prefix=OUTPUTS
// OUTPUTS: error: function 'f' has 1 result, got 2 of --output
// RUN: not %{f} --input=2x1xf32=1 --input=i1=1 --expected_output=f32=1 --expected_output=f32=1 2>&1 | FileCheck %s --check-prefix=EXPECTED
// EXPECTED: error: function 'f' has 1 result, got 2 of --expected_output
// RUN: not %{f} --input=2x1xf32=1 --input=i1=1 --output=@%t.missing/x.npy 2>&1 | FileCheck %s --check-prefix=WRITE
// WRITE: error: {{.*}}x.npy: cannot write

func.func @f(%x: tensor<2x?xf32>, %c: tensor<i1>) -> tensor<2x?xf32> { return %x : tensor<2x?xf32> }
func.func @g() { return }
func.func private @private() { return }
func.func private @external()
func.func @memref(%x: memref<3xf32>) { return }
func.func @vector(%x: vector<2xf32>) { return }
func.func @indices(%x: tensor<2xindex>) { return }
func.func @unranked(%x: tensor<*xf32>) { return }
func.func @complex(%x: tensor<3xcomplex<f32>>) { return }
func.func @i8(%x: tensor<3xi8>) { return }
func.func @result() -> vector<2xf32> {
  %0 = arith.constant dense<1.0> : vector<2xf32>
  return %0 : vector<2xf32>
}
