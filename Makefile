# The usual ways in. Each target sets up, configures and builds what it needs, says
# what it does, and may be run again.

BUILD := build
PRESET := release
JOBS := $(shell nproc 2>/dev/null || echo 2)
# Warnings are errors where CI is set. A setting of its own, so that demo, build
# and check share what they compile.
WERROR := $(if $(filter-out false 0,$(CI)),ON,OFF)
CONFIGURE = cmake --preset $(PRESET) -DKINA_WERROR=$(WERROR)

.PHONY: help demo check check-all build gcc deps asan asan-memory libfuzzer coverage mutants format tidy clean
.DEFAULT_GOAL := build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 20

demo: deps ## build and run the main examples: a loss and its gradient, and training
	@JOBS=$(JOBS) WERROR=$(WERROR) scripts/demo.sh

check: deps ## build everything and run every test
	$(CONFIGURE)
	cmake --build $(BUILD) --parallel $(JOBS)
	python3 scripts/check.py $(BUILD)

check-all: deps ## the same with every case of the large tables and long random runs
	$(CONFIGURE)
	cmake --build $(BUILD) --parallel $(JOBS)
	python3 scripts/check.py $(BUILD) --all

build: deps ## build everything
	$(CONFIGURE)
	cmake --build $(BUILD) --parallel $(JOBS)

gcc: deps ## build everything with GCC, in build-gcc
	cmake -G Ninja -S . -B build-gcc -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++
	cmake --build build-gcc --parallel $(JOBS)

deps: ## install what is missing (Debian 12, apt)
	@scripts/install-deps.sh

asan: deps ## build with AddressSanitizer and UBSan in build-asan, and run every test
	cmake --preset asan -DKINA_WERROR=$(WERROR)
	cmake --build build-asan --parallel $(JOBS)
	python3 scripts/check.py build-asan

asan-memory: deps ## the same for the parts that own memory alone: runtime, tensors, files
	cmake --preset asan -DKINA_WERROR=$(WERROR)
	cmake --build build-asan --parallel $(JOBS) --target KinaRuntimeTests KinaExecutionTests
	python3 scripts/check.py build-asan -R 'Kina(Runtime|Execution)Tests'

libfuzzer: deps ## search for inputs that break the parser, the passes or the readers (SECONDS=60 each)
	cmake --preset fuzz -DKINA_WERROR=$(WERROR)
	cmake --build build-fuzz --parallel $(JOBS) --target KinaParserFuzzer KinaNpyFuzzer
	scripts/libfuzzer.sh build-fuzz $(or $(SECONDS),60)

coverage: deps ## which lines of the dialect and of its lowering do the tests run?
	cmake --preset coverage
	cmake --build build-coverage --parallel $(JOBS)
	python3 scripts/coverage.py build-coverage

mutants: deps ## seeded faults: which would no test notice? (long)
	python3 scripts/mutants.py --jobs $(JOBS)

format: ## format the C++ sources in place
	git ls-files '*.h' '*.cpp' | xargs clang-format-22 -i

tidy: build ## run clang-tidy over the C++ sources
	git ls-files 'lib/*.cpp' 'tools/*.cpp' 'runtime/*.cpp' 'kina-opt/*.cpp' \
	  | xargs -r -P $(JOBS) -n 1 clang-tidy-22 -p $(BUILD) --quiet

clean: ## remove all build trees
	rm -rf build build-debug build-gcc build-asan build-fuzz build-coverage build-mutants
