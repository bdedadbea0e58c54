// Receives what browsers report about the content security policy and Trusted Types, in both formats (`report-uri`:
// w3.org/TR/CSP3/#deprecated-serialize-violation, `report-to`: w3.org/TR/reporting-1). Anyone may send these, so they are
// bounded, counted by kind, and written to the log once per kind without anything a page could have put into them.
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { reportsPath } from "../lib/server/http/content-security-policy.ts";

const maxBytes = 64 * 1024;
const maxPerRequest = 20;
const maxKinds = 200;
const maxRequestsPerMinute = 120;

const text = z.string().max(4_096).optional().catch(undefined);
const old = z.object({
  "csp-report": z.object({
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
    disposition: text,
  }),
});
const current = z.array(z.unknown()).max(1_000);
const violation = z.object({
  type: z.literal("csp-violation"),
  body: z.object({ effectiveDirective: text, blockedURL: text, sourceFile: text, disposition: text }),
});

interface Kind {
  directive: string;
  /** Origin, scheme or keyword of what was blocked, such as `inline` or `trusted-types-sink`. */
  blocked: string;
  /** Path of the script, below the framework's own files; else its origin. */
  source: string;
  disposition: string;
}

const word = (value: string | undefined) => (/^[a-z-]{1,40}$/.exec(value ?? "") ?? ["unknown"])[0];

/** An address without what may be secret: path, query and credentials; a keyword as it is. */
function placeOf(value: string | undefined): string {
  if (value === undefined || value === "") return "none";
  if (!URL.canParse(value)) return word(value);
  const url = new URL(value);
  if (/^\/_next\/static\/[\w./~-]{1,200}$/.test(url.pathname)) return url.pathname;
  return url.origin === "null" ? url.protocol : url.origin.slice(0, 200);
}

function kindsOf(json: unknown): Kind[] {
  const single = old.safeParse(json);
  if (single.success) {
    const report = single.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"]?.split(" ", 1)[0];
    return [
      {
        directive: word(directive),
        blocked: placeOf(report["blocked-uri"]),
        source: placeOf(report["source-file"]),
        disposition: word(report.disposition),
      },
    ];
  }
  const several = current.safeParse(json).data ?? [];
  return several.slice(0, maxPerRequest).flatMap((each) => {
    const read = violation.safeParse(each);
    if (!read.success) return [];
    const { effectiveDirective, blockedURL, sourceFile, disposition } = read.data.body;
    return [
      {
        directive: word(effectiveDirective),
        blocked: placeOf(blockedURL),
        source: placeOf(sourceFile),
        disposition: word(disposition),
      },
    ];
  });
}

/** Counts of violations by kind. */
export class ViolationReports {
  readonly #log: (line: string) => void;
  readonly #nowMs: () => number;
  readonly #counts = new Map<string, number>();
  #minuteEndsMs = 0;
  #requests = 0;

  /** `nowMs`: of the monotonic clock. */
  constructor(log: (line: string) => void, nowMs: () => number = () => performance.now()) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** Whether another request may be read in this minute. */
  admit(): boolean {
    if (this.#nowMs() >= this.#minuteEndsMs) {
      this.#minuteEndsMs = this.#nowMs() + 60_000;
      this.#requests = 0;
    }
    this.#requests += 1;
    return this.#requests <= maxRequestsPerMinute;
  }

  /** Counts the violations of a body; false when it is none of the two formats. Writes a line for each new kind, and again
   *  at its 10th, 100th and so on. */
  receive(body: string): boolean {
    let kinds: Kind[];
    try {
      kinds = kindsOf(JSON.parse(body));
    } catch {
      return false;
    }
    for (const kind of kinds) {
      const key = JSON.stringify(kind);
      const known = this.#counts.get(key);
      if (known === undefined && this.#counts.size >= maxKinds) continue;
      const count = (known ?? 0) + 1;
      this.#counts.set(key, count);
      if (/^10*$/.test(String(count)))
        this.#log(
          JSON.stringify({ level: "warn", what: "a page broke its security policy", ...kind, count }),
        );
    }
    return kinds.length > 0;
  }
}

/** True for a request that brings reports. */
export const isReport = ({ method, url }: Pick<IncomingMessage, "method" | "url">) =>
  method === "POST" && url?.split("?", 1)[0] === reportsPath;

/** Answers a request that brings reports: 204, 400 for another body, 413 above 64 KB, 429 above 120 a minute. */
export function answerReport(
  request: IncomingMessage,
  response: ServerResponse,
  reports: ViolationReports,
): void {
  const answer = (status: number) => {
    if (!response.headersSent)
      response.writeHead(status, { connection: "close", "cache-control": "no-store" });
    response.end();
  };
  if (!reports.admit()) {
    answer(429);
    return;
  }
  const parts: Buffer[] = [];
  let size = 0;
  request.on("data", (part: Buffer) => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else {
      answer(413);
      request.destroy();
    }
  });
  request.on("error", () => undefined);
  request.on("end", () => answer(reports.receive(Buffer.concat(parts).toString("utf8")) ? 204 : 400));
}
