// Writes JPEG pictures with their times as a minimal Matroska stream (RFC 9559) for the encoder. The times are part of
// the stream, so a busy encoder or a full pipe cannot shift them.

const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const nanosPerMs = 1_000_000;
const videoTrack = 1;
const application = "fleetdeck";
// The segment's size is unknown, as the stream is written live.
const unknownSize = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
// Track 1, no offset from the cluster's time, a keyframe.
const blockHead = Buffer.from([0x80 | videoTrack, 0, 0, 0x80]);

function idBytes(id: number): Buffer {
  const hex = id.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
}

function sizeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size));
  bytes[0] = 0x01;
  return bytes;
}

function element(id: number, ...parts: readonly Buffer[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([idBytes(id), sizeBytes(size), ...parts]);
}

function unsignedInteger(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
}

const text = (id: number, value: string) => element(id, Buffer.from(value, "ascii"));

/** The stream up to the first picture. Later pictures may have another size. */
export function matroskaHeader(size: { width: number; height: number }): Buffer {
  return Buffer.concat([
    element(
      ids.header,
      text(ids.docType, "matroska"),
      unsignedInteger(ids.docTypeVersion, 2),
      unsignedInteger(ids.docTypeReadVersion, 2),
    ),
    idBytes(ids.segment),
    unknownSize,
    element(
      ids.info,
      unsignedInteger(ids.timestampScale, nanosPerMs),
      text(ids.muxingApp, application),
      text(ids.writingApp, application),
    ),
    element(
      ids.tracks,
      element(
        ids.trackEntry,
        unsignedInteger(ids.trackNumber, videoTrack),
        unsignedInteger(ids.trackUid, videoTrack),
        unsignedInteger(ids.trackType, 1),
        unsignedInteger(ids.flagLacing, 0),
        text(ids.codecId, "V_MJPEG"),
        element(
          ids.video,
          unsignedInteger(ids.pixelWidth, size.width),
          unsignedInteger(ids.pixelHeight, size.height),
        ),
      ),
    ),
  ]);
}

/** One picture at `atMs` whole milliseconds from the start of the video. */
export function matroskaCluster(jpeg: Buffer, atMs: number): Buffer {
  return element(
    ids.cluster,
    unsignedInteger(ids.timestamp, atMs),
    element(ids.simpleBlock, blockHead, jpeg),
  );
}
