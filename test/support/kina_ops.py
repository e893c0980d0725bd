"""The records of kina's ops, read from TableGen: what tests that walk all ops start from."""

import glob
import json
import os
import re
import subprocess
import textwrap


class Op:
    """One op: its name, prose and traits, as its .td record has them."""

    def __init__(self, record, records):
        self.name = record["opName"]
        self.summary = record["summary"]
        self.description = textwrap.dedent(record["description"])
        self.file = record["!locs"][0].split(":")[0]
        self.family = self.file[: -len("Ops.td")]
        self.traits = [trait["def"] for trait in record["traits"]]
        reasons = [records[trait].get("noDerivativeReason") for trait in self.traits]
        self.no_derivative = next((reason for reason in reasons if reason), None)
        # Kina_VJP declares the methods of VJPOpInterface.
        self.has_vjp = "Kina_VJP" in self.traits
        self.has_folder = bool(record["hasFolder"])
        self.has_canonicalizer = bool(record["hasCanonicalizer"] or
                                      record["hasCanonicalizeMethod"])
        self.optional_attributes = {
            name for value, name in record["arguments"]["args"]
            if {"OptionalAttr", "DefaultValuedAttr", "UnitAttr"}
            & ({value["def"]} | set(records[value["def"]]["!superclasses"]))
        }


def load_ops(source_root, mlir_include):
    """All ops of the dialect, by name."""
    # That of MLIR's own LLVM: one of another version reads other records.
    tblgen = os.path.join(os.path.dirname(mlir_include.rstrip("/")), "bin", "llvm-tblgen")
    if not os.path.exists(tblgen):
        tblgen = "llvm-tblgen"
    include = os.path.join(source_root, "include")
    dump = subprocess.run(
        [tblgen, "--dump-json", "-I", mlir_include, "-I", include,
         os.path.join(include, "Kina", "Dialect", "KinaOps.td")],
        check=True, capture_output=True, text=True).stdout
    records = json.loads(dump)
    ops = [Op(records[name], records) for name in records["!instanceof"]["Kina_Op"]]
    return {op.name: op for op in sorted(ops, key=lambda op: op.name)}


def load_foreign(source_root):
    """The names of other dialects' ops that kina attaches derivative rules to, from the
    tables of the models."""
    names = set()
    for path in glob.glob(os.path.join(source_root, "lib", "Transforms", "ForeignVJP", "*.cpp")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        # Each function of a table attaches to one dialect.
        for body, dialect in re.findall(r"^void attach\w+\((.*?, (\w+)::\w+Dialect \*\) .*?)^}",
                                        text, re.M | re.S):
            for op in re.findall(r"(?:ROW\(|attach<|^  )(?:\w+::)?(\w+)Op(?:,|::attachInterface)",
                                 body, re.M):
                words = op if dialect == "tensor" else op.capitalize()
                names.add(dialect + "." + re.sub(r"(?<=.)(?=[A-Z])", "_", words).lower())
    return sorted(names)
