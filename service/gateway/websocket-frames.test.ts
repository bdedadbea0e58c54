import fc from "fast-check";
import { expect, it } from "vitest";
import { AfterHttpHead, WebSocketFrames } from "./websocket-frames.ts";

interface Frame {
  opcode: number;
  final: boolean;
  masked: boolean;
  payloadBytes: number;
}

function bytesOf({ opcode, final, masked, payloadBytes }: Frame): Buffer {
  const mask = masked ? 0x80 : 0;
  const head = [(final ? 0x80 : 0) | opcode];
  if (payloadBytes < 126) head.push(mask | payloadBytes);
  else if (payloadBytes < 65_536) head.push(mask | 126, payloadBytes >> 8, payloadBytes & 0xff);
  else
    head.push(mask | 127, 0, 0, 0, 0, 0, payloadBytes >> 16, (payloadBytes >> 8) & 0xff, payloadBytes & 0xff);
  // A payload that looks like frames.
  return Buffer.concat([Buffer.from(head), Buffer.alloc((masked ? 4 : 0) + payloadBytes, 0x81)]);
}

const frame = fc.record({
  opcode: fc.constantFrom(0, 1, 2, 9, 10),
  final: fc.boolean(),
  masked: fc.boolean(),
  payloadBytes: fc.constantFrom(0, 1, 125, 126, 300, 65_535, 65_536, 70_000),
});

it("counts whole messages however the bytes are cut, and no control frames", () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 6 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9_000 })),
      (frames, sizes) => {
        const bytes = Buffer.concat(frames.map(bytesOf));
        const counted = new WebSocketFrames();
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value ?? 1;
          counted.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(counted.messageCount).toBe(frames.filter(({ opcode, final }) => final && opcode < 8).length);
        expect(counted.hasClosed).toBe(false);
      },
    ),
    { numRuns: 100 },
  );
});

it("knows which side announced its end", () => {
  const frames = new WebSocketFrames();
  frames.push(bytesOf({ opcode: 8, final: true, masked: true, payloadBytes: 2 }));
  expect(frames.hasClosed).toBe(true);
});

it("passes over the head of the handshake, wherever it is cut", () => {
  const answer = Buffer.from("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\nframes");
  for (let cut = 0; cut <= answer.length; cut += 1) {
    const head = new AfterHttpHead();
    const parts = [answer.subarray(0, cut), answer.subarray(cut)].map((part) => head.rest(part));
    expect(Buffer.concat(parts).toString()).toBe("frames");
  }
});
