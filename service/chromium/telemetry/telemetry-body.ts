// Which bodies of responses telemetry stores, and how much of them. The limits are the published ones (@onkernel/sdk).

const structuredBytes = 8 * 1024;
const textBytes = 4 * 1024;

const structured =
  /^(application\/(json|xml|x-www-form-urlencoded|x-ndjson|graphql)|text\/(xml|json)|multipart\/form-data|[\w.-]+\/[\w.-]+\+(json|xml))$/;
const otherText =
  /^(text\/[\w.+-]+|application\/(javascript|x-javascript|ecmascript|typescript|x-sh|yaml|x-yaml))$/;
/** Images as text are still images. */
const images = /^image\//;

/** The bytes that are stored of a body of this type; undefined for a body that is no text. */
export function bodyLimitBytes(mimeType: string): number | undefined {
  const [type = ""] = mimeType.toLowerCase().split(";");
  if (images.test(type)) return undefined;
  if (structured.test(type.trim())) return structuredBytes;
  return otherText.test(type.trim()) ? textBytes : undefined;
}

/** The first `maxBytes` of a text as UTF-8, without a part of a character at the end. */
export function cutToBytes(text: string, maxBytes: number): { text: string; truncated: boolean } {
  // No character takes less than a byte.
  const bytes = Buffer.from(text.slice(0, maxBytes + 1));
  if (bytes.length <= maxBytes) return { text, truncated: false };
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString("utf8", 0, end), truncated: true };
}
