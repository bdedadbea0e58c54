// Assertions that hold for every response of the service.

import { expect } from "vitest";
import * as z from "zod/mini";
import { errorBody } from "../../lib/contract/error.ts";
import type { Operation } from "../../lib/contract/operation.ts";
import { pagingHeaderNames, readPaging } from "../../lib/contract/paging.ts";
import { strict } from "../../lib/contract/schema.ts";
import type { RawAnswer } from "./programs/raw-http.ts";

const jsonType = /^application\/json(; charset=utf-8)?$/;

/** An error answer: JSON of the Error shape, nothing more. Returns its body. */
export function expectErrorAnswer(answer: RawAnswer, status: number | readonly number[]) {
  expect(Array.isArray(status) ? status : [status], answer.body).toContain(answer.status);
  expect(answer.headers.get("content-type")).toMatch(jsonType);
  expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(answer.body)));
  strict(errorBody).parse(JSON.parse(answer.body));
  return errorBody.parse(JSON.parse(answer.body));
}

/** A good answer of an operation: as its contract has it, down to the headers. */
export function expectAnswer(operation: Operation, answer: RawAnswer): void {
  const declared = operation.answers[answer.status];
  expect(declared, `${operation.id} does not declare ${answer.status}: ${answer.body}`).toBeDefined();
  const type = answer.headers.get("content-type");
  switch (declared?.kind) {
    case "json":
      expect(type).toMatch(jsonType);
      strict(declared.schema).parse(JSON.parse(answer.body));
      return;
    case "list": {
      expect(type).toMatch(jsonType);
      const items = z.array(strict(declared.item)).parse(JSON.parse(answer.body));
      if (!declared.paged) return;
      if (declared.paged === "cursor") {
        expect(answer.headers.get("x-has-more")).toMatch(/^(true|false)$/);
        expect(answer.headers.get("x-next-offset")).toMatch(/^\d+$/);
        return;
      }
      for (const name of pagingHeaderNames) expect(answer.headers.get(name), name).toBeDefined();
      const paging = readPaging((name) => answer.headers.get(name));
      expect(items.length).toBeLessThanOrEqual(paging?.limit ?? 0);
      expect(paging?.nextOffset).toBe(paging?.hasMore ? paging.offset + items.length : 0);
      return;
    }
    case "empty":
      expect(answer.body).toBe("");
      expect(type).toBeUndefined();
      return;
    case "bytes":
      expect(type).toBe(declared.contentType);
      return;
    case "events":
      expect(type).toBe("text/event-stream");
      expect(answer.headers.get("x-sse-content-type")).toBe("application/json");
      return;
    case undefined:
      return;
  }
}
