// Counts the messages of one direction of a WebSocket from its bytes, without buffering or copying what they contain
// (RFC 6455, section 5.2).

const finalBit = 0x80;
const opcodeBits = 0x0f;
const maskBit = 0x80;
const lengthBits = 0x7f;
const closeOpcode = 8;
const maskBytes = 4;

export class WebSocketFrames {
  /** The head of a frame so far: its two first bytes, a longer length and a mask. */
  #head: number[] = [];
  #remainingPayload = 0;
  #messages = 0;
  #hasClosed = false;

  /** Whole messages, control frames excluded. */
  get messageCount(): number {
    return this.#messages;
  }

  /** Whether this side has announced that it closes. */
  get hasClosed(): boolean {
    return this.#hasClosed;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#remainingPayload > 0) {
        const skipped = Math.min(this.#remainingPayload, chunk.length - at);
        this.#remainingPayload -= skipped;
        at += skipped;
        continue;
      }
      this.#head.push(chunk[at] ?? 0);
      at += 1;
      if (this.#head.length >= headBytes(this.#head)) this.#startFrame();
    }
  }

  #startFrame(): void {
    const [first = 0] = this.#head;
    const opcode = first & opcodeBits;
    if (opcode === closeOpcode) this.#hasClosed = true;
    if (opcode < closeOpcode && (first & finalBit) !== 0) this.#messages += 1;
    this.#remainingPayload = payloadBytes(this.#head);
    this.#head = [];
  }
}

/** The size of a frame's head, as far as its first bytes tell. */
function headBytes([, second]: readonly number[]): number {
  if (second === undefined) return 2;
  const length = second & lengthBits;
  const lengthBytes = length === 126 ? 2 : length === 127 ? 8 : 0;
  return 2 + lengthBytes + ((second & maskBit) === 0 ? 0 : maskBytes);
}

function payloadBytes([, second = 0, ...rest]: readonly number[]): number {
  const length = second & lengthBits;
  if (length < 126) return length;
  return rest.slice(0, length === 126 ? 2 : 8).reduce((sum, byte) => sum * 256 + byte, 0);
}

const endOfHead = Buffer.from("\r\n\r\n");

/** The bytes after the head of an HTTP message that a connection begins with. */
export class AfterHttpHead {
  #seen = 0;

  /** The part of a chunk that comes after the head. */
  rest(chunk: Uint8Array): Uint8Array {
    let at = 0;
    for (; at < chunk.length && this.#seen < endOfHead.length; at += 1) {
      const byte = chunk[at];
      if (byte === endOfHead[this.#seen]) this.#seen += 1;
      else this.#seen = byte === endOfHead[0] ? 1 : 0;
    }
    return chunk.subarray(at);
  }
}
