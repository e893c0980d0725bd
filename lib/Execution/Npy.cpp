//===- Npy.cpp - Reader and writer of .npy files --------------------------===//

#include "Kina/Execution/Npy.h"

#include "ByteSource.h"
#include "NpyHeader.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static_assert(llvm::endianness::native == llvm::endianness::little,
              "elements are copied between file and memory as they are");

namespace kina {

static constexpr StringRef magic("\x93NUMPY", 6);

/// The dtype that the writer uses.
static StringRef getDescr(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "|b1";
  case ElementType::I32:
    return "<i4";
  case ElementType::I64:
    return "<i8";
  case ElementType::F16:
    return "<f2";
  case ElementType::F32:
    return "<f4";
  case ElementType::F64:
    return "<f8";
  case ElementType::BF16:
    return "<V2";
  }
  llvm_unreachable("unknown element type");
}

/// The element type of a dtype, given what the caller expects.
static Expected<ElementType>
findTypeOfDescr(StringRef descr, std::optional<ElementType> expected) {
  auto matches = [&](ElementType type) {
    // Byte order means nothing to one byte, nor, to NumPy, to opaque ones.
    bool hasNoOrder = type == ElementType::I1 || type == ElementType::BF16;
    return descr == getDescr(type) ||
           (hasNoOrder && descr.size() == 3 &&
            (descr[0] == '|' || descr[0] == '<') &&
            descr.drop_front() == getDescr(type).drop_front());
  };
  if (expected) {
    if (matches(*expected))
      return *expected;
    return makeError("expected dtype '" + getDescr(*expected) + "' for " +
                     getName(*expected) + ", got '" + descr + "'");
  }
  for (ElementType type :
       {ElementType::I1, ElementType::I32, ElementType::I64, ElementType::F16,
        ElementType::F32, ElementType::F64})
    if (matches(type))
      return type;
  if (matches(ElementType::BF16))
    return makeError("expected a typed value such as 2x3xbf16=@FILE to say "
                     "that '" +
                     descr + "' is bf16, got the file alone");
  if (descr.starts_with(">"))
    return makeError("expected a little-endian dtype, got '" + descr + "'");
  return makeError("expected dtype |b1, <i4, <i8, <f2, <f4 or <f8, got '" +
                   descr + "'");
}

/// Copies elements from Fortran order, the first index running fastest, into
/// the row-major `tensor`.
static void copyFromFortranOrder(const char *source, HostTensor &tensor) {
  if (tensor.getNumElements() == 0)
    return;
  // Dimensions of size 1 move nothing; without them the rank is at most 63.
  llvm::SmallVector<int64_t, 4> sizes, strides;
  int64_t stride = 1;
  for (int64_t size : llvm::reverse(tensor.getShape())) {
    if (size != 1) {
      sizes.insert(sizes.begin(), size);
      strides.insert(strides.begin(), stride);
    }
    stride *= size;
  }
  unsigned width = getByteWidth(tensor.getElementType());
  llvm::SmallVector<int64_t, 4> index(sizes.size(), 0);
  int64_t target = 0;
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    std::memcpy(tensor.getData() + target * width, source + i * width, width);
    for (size_t d = 0; d < sizes.size(); ++d) {
      target += strides[d];
      if (++index[d] < sizes[d])
        break;
      target -= strides[d] * sizes[d];
      index[d] = 0;
    }
  }
}

/// Magic bytes, version and length of the header: where the dictionary starts
/// and ends.
static Expected<std::pair<uint64_t, uint64_t>> findHeader(ByteSource &source) {
  Expected<StringRef> start = source.getFirst(magic.size());
  if (!start)
    return start.takeError();
  if (!start->starts_with(magic)) {
    if (start->empty())
      return makeError("expected a .npy file, got an empty one");
    if (magic.starts_with(*start))
      return makeError("expected a .npy file, got only " +
                       Twine(start->size()) + " bytes of one");
    return makeError("expected a .npy file, which starts with \\x93NUMPY, got "
                     "other bytes");
  }
  start = source.getFirst(8);
  if (!start)
    return start.takeError();
  if (start->size() < 8)
    return makeError("expected a version of 2 bytes at byte 6, got " +
                     Twine(start->size() - 6));
  unsigned major = static_cast<unsigned char>((*start)[6]);
  unsigned minor = static_cast<unsigned char>((*start)[7]);
  if (major < 1 || major > 3 || minor != 0)
    return makeError("expected .npy version 1.0, 2.0 or 3.0, got " +
                     Twine(major) + "." + Twine(minor));

  size_t lengthBytes = major == 1 ? 2 : 4;
  start = source.getFirst(8 + lengthBytes);
  if (!start)
    return start.takeError();
  StringRef rest = start->drop_front(8);
  if (rest.size() < lengthBytes)
    return makeError("expected a header length of " + Twine(lengthBytes) +
                     " bytes, got " + Twine(rest.size()));
  uint64_t length = major == 1 ? llvm::support::endian::read16le(rest.data())
                               : llvm::support::endian::read32le(rest.data());
  uint64_t begin = 8 + lengthBytes;
  return std::pair(begin, begin + length);
}

/// What parseNpy does, without the file's name in the messages.
static Expected<HostTensor> parse(ByteSource &source,
                                  std::optional<ElementType> expected) {
  auto range = findHeader(source);
  if (!range)
    return range.takeError();
  auto [begin, end] = *range;
  Expected<StringRef> bytes = source.getFirst(end);
  if (!bytes)
    return bytes.takeError();
  if (bytes->size() < end)
    return makeError("expected a header of " + Twine(end - begin) +
                     " bytes, got " + Twine(bytes->size() - begin) +
                     " before the end of the file");
  Expected<NpyHeader> header = parseNpyHeader(bytes->slice(begin, end));
  if (!header)
    return header.takeError();
  Expected<ElementType> type = findTypeOfDescr(header->descr, expected);
  if (!type)
    return type.takeError();
  Expected<int64_t> count = countElements(*type, header->shape);
  if (!count)
    return count.takeError();

  uint64_t needed = static_cast<uint64_t>(*count) * getByteWidth(*type);
  // One byte more, to see whether there is one.
  bytes = source.getFirst(end + needed + 1);
  if (!bytes)
    return bytes.takeError();
  StringRef data = bytes->drop_front(end);
  if (data.size() != needed)
    return makeError("expected " + Twine(needed) + " bytes of data for " +
                     getTypeString(*type, header->shape) + ", got " +
                     (source.hasEnded() ? "" : "at least ") +
                     Twine(data.size()) +
                     (data.size() < needed ? ": the file is truncated"
                                           : ": bytes follow the array"));
  if (*type == ElementType::I1) {
    size_t bad = data.find_if([](char c) { return c != 0 && c != 1; });
    if (bad != StringRef::npos)
      return makeError("expected bool bytes of 0 or 1, got " +
                       Twine(unsigned(static_cast<unsigned char>(data[bad]))) +
                       " in element " + Twine(bad));
  }

  Expected<HostTensor> tensor = HostTensor::create(*type, header->shape);
  if (!tensor)
    return tensor.takeError();
  if (header->fortranOrder)
    copyFromFortranOrder(data.data(), *tensor);
  else if (needed != 0)
    std::memcpy(tensor->getData(), data.data(), needed);
  return tensor;
}

static Error inFile(StringRef name, Error error) {
  return makeError(name + ": " + llvm::toString(std::move(error)));
}

static Expected<HostTensor> parse(ByteSource &source, StringRef name,
                                  std::optional<ElementType> expected) {
  Expected<HostTensor> tensor = parse(source, expected);
  if (!tensor)
    return inFile(name, tensor.takeError());
  return tensor;
}

Expected<HostTensor> parseNpy(StringRef bytes, StringRef name,
                              std::optional<ElementType> expected) {
  ByteSource source(bytes);
  return parse(source, name, expected);
}

Expected<HostTensor> readNpy(StringRef path,
                             std::optional<ElementType> expected) {
  namespace fs = llvm::sys::fs;
  if (path == "-") {
    ByteSource source(fs::getStdinHandle());
    return parse(source, "<stdin>", expected);
  }
  if (fs::is_directory(path))
    return makeError(path + ": expected a .npy file, got a directory");
  Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file)
    return makeError(path +
                     ": cannot read: " + llvm::toString(file.takeError()));
  llvm::scope_exit close([&] { fs::closeFile(*file); });
  fs::file_status status;
  if (std::error_code code = fs::status(*file, status))
    return makeError(path + ": cannot read: " + code.message());
  // A pipe, a device.
  if (status.type() != fs::file_type::regular_file) {
    ByteSource source(*file);
    return parse(source, path, expected);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getOpenFile(*file, path, status.getSize(),
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError(path + ": cannot read: " + buffer.getError().message());
  return parseNpy((*buffer)->getBuffer(), path, expected);
}

/// Magic bytes, version, length, dictionary and padding.
static std::string getHeader(const HostTensor &tensor) {
  std::string dictionary = ("{'descr': '" + getDescr(tensor.getElementType()) +
                            "', 'fortran_order': False, 'shape': (")
                               .str();
  for (int64_t size : tensor.getShape())
    dictionary += std::to_string(size) + ", ";
  // Python writes (), (3,) and (2, 3).
  if (tensor.getRank() == 1)
    dictionary.pop_back();
  else if (tensor.getRank() > 1)
    dictionary.resize(dictionary.size() - 2);
  dictionary += "), }";

  auto paddedLength = [&](size_t lengthBytes) {
    size_t before = magic.size() + 2 + lengthBytes;
    return llvm::alignTo(before + dictionary.size() + 1, 64) - before;
  };
  size_t lengthBytes = paddedLength(2) <= 0xffff ? 2 : 4;
  size_t length = paddedLength(lengthBytes);
  dictionary.resize(length - 1, ' ');
  dictionary += '\n';

  std::string header = magic.str();
  header += lengthBytes == 2 ? '\1' : '\2';
  header += '\0';
  for (size_t i = 0; i < lengthBytes; ++i)
    header += static_cast<char>(length >> (8 * i));
  return header + dictionary;
}

Error writeNpy(StringRef path, const HostTensor &tensor) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code, llvm::sys::fs::OF_None);
  if (code)
    return makeError(path + ": cannot write: " + code.message());
  stream << getHeader(tensor)
         << StringRef(tensor.getData(), tensor.getSizeInBytes());
  // An error may also show only when the last bytes leave the buffer.
  stream.close();
  if (!stream.has_error())
    return Error::success();
  code = stream.error();
  stream.clear_error(); // The stream's destructor would end the process.
  return makeError(path + ": cannot write: " + code.message());
}

} // namespace kina
