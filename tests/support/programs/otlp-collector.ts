// A collector of traces: OTLP over HTTP as protobuf (github.com/open-telemetry/opentelemetry-proto, trace/v1), of which it
// decodes what tests look at.
import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";
import { listenOnFreePort } from "./free-port.ts";

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the root of a trace. */
  parentSpanId: string;
  name: string;
  /** 1: internal, 2: server, 3: client. */
  kind: number;
  attributes: Record<string, string | number>;
  /** 2: failed. */
  status: number;
}

/** Fields of a message by number: whole numbers, or bytes. */
type Fields = Map<number, (number | Buffer)[]>;

function varint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0;
  for (let next = at, factor = 1; ; next += 1, factor *= 128) {
    const byte = bytes[next] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return { value, next: next + 1 };
  }
}

function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  for (let at = 0; at < bytes.length; ) {
    const { value: tag, next } = varint(bytes, at);
    const [number, type] = [tag >> 3, tag & 7];
    let value: number | Buffer;
    if (type === 0) ({ value, next: at } = varint(bytes, next));
    else if (type === 2) {
      const length = varint(bytes, next);
      at = length.next + length.value;
      value = bytes.subarray(length.next, at);
    } else {
      at = next + (type === 1 ? 8 : 4);
      value = bytes.subarray(next, at);
    }
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? [fieldsOf(value)] : []));
const bytesOf = (fields: Fields, number: number): Buffer => {
  const [value] = fields.get(number) ?? [];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};
const numberOf = (fields: Fields, number: number): number => {
  const [value] = fields.get(number) ?? [];
  return typeof value === "number" ? value : 0;
};

const attributesOf = (fields: Fields, number: number): Record<string, string | number> =>
  Object.fromEntries(
    messages(fields, number).map((pair) => {
      const [value = new Map()] = messages(pair, 2);
      return [bytesOf(pair, 1).toString(), value.has(3) ? numberOf(value, 3) : bytesOf(value, 1).toString()];
    }),
  );

const spanOf = (fields: Fields): CollectedSpan => ({
  traceId: bytesOf(fields, 1).toString("hex"),
  spanId: bytesOf(fields, 2).toString("hex"),
  parentSpanId: bytesOf(fields, 4).toString("hex"),
  name: bytesOf(fields, 5).toString(),
  kind: numberOf(fields, 6),
  attributes: attributesOf(fields, 9),
  status: numberOf(messages(fields, 15)[0] ?? new Map(), 3),
});

/** Starts a collector on a free port of loopback. */
export async function startOtlpCollector() {
  const spans: CollectedSpan[] = [];
  const resources: Record<string, string | number>[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const sent = Buffer.concat(parts);
      const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
      if (request.url === "/v1/traces") {
        bodies.push(body);
        for (const group of messages(fieldsOf(body), 1)) {
          resources.push(...messages(group, 1).map((resource) => attributesOf(resource, 1)));
          spans.push(...messages(group, 2).flatMap((scope) => messages(scope, 2).map(spanOf)));
        }
      }
      response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    });
  });
  const { url } = await listenOnFreePort(server);
  return {
    url,
    spans,
    resources,
    /** All that was received, as it was sent. */
    text: () => Buffer.concat(bodies).toString("latin1"),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
