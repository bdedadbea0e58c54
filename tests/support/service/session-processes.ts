import { createParser } from "eventsource-parser";
import { z } from "zod";
import {
  type ProcessOutput,
  processOutput,
  processResult,
  processStatus,
  spawnedProcess,
} from "../../../lib/contract/processes.ts";
import { strict } from "../../../lib/contract/schema.ts";
import { pacesAt } from "../../../service/kernel/paces.ts";
import type { FullService } from "./full-service.ts";

const spawned = z.looseObject({ ...spawnedProcess.shape, process_id: z.guid(), pid: z.int().positive() });
const finished = z.looseObject({
  ...processResult.shape,
  exit_code: z.int(),
  stdout_b64: z.string(),
  stderr_b64: z.string(),
});
const fault = z.object({
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ message: z.string() })).optional(),
});

const paces = pacesAt(10);
/** Paces at which the status of an exited process can be read as long as a test needs. */
export const rememberingPaces = {
  ...paces,
  instances: { ...paces.instances, rememberExitedMs: 3_600_000 },
};

export function processesOf(service: FullService, session: string) {
  const post = (path: string, body: object, init: RequestInit = {}) =>
    service.call(`/browsers/${session}/process/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      ...init,
    });
  const get = (path: string, init: RequestInit = {}) =>
    service.call(`/browsers/${session}/process/${path}`, init);
  return {
    post,
    get,
    /** Runs to the end, which must be one with 200. */
    async exec(command: string, more: object = {}) {
      const answer = await post("exec", { command, ...more });
      if (answer.status !== 200) throw new Error(`exec answered ${answer.status}: ${await answer.text()}`);
      const result = finished.parse(await answer.json());
      return {
        code: result.exit_code,
        stdout: Buffer.from(result.stdout_b64, "base64").toString(),
        stderr: Buffer.from(result.stderr_b64, "base64").toString(),
        durationMs: result.duration_ms ?? -1,
      };
    },
    async refused(path: string, body: object) {
      const answer = await post(path, body);
      return { status: answer.status, headers: answer.headers, ...fault.parse(await answer.json()) };
    },
    async spawn(command: string, more: object = {}) {
      const answer = await post("spawn", { command, ...more });
      if (answer.status !== 200) throw new Error(`spawn answered ${answer.status}: ${await answer.text()}`);
      return spawned.parse(strict(spawnedProcess).parse(await answer.json()));
    },
    async status(id: string) {
      return processStatus.parse(strict(processStatus).parse(await (await get(`${id}/status`)).json()));
    },
    write: (id: string, text: string) =>
      post(`${id}/stdin`, { data_b64: Buffer.from(text).toString("base64") }),
    /** Collects an output stream as it comes. */
    async follow(id: string) {
      const leave = new AbortController();
      const answer = await get(`${id}/stdout/stream`, { signal: leave.signal });
      const events: ProcessOutput[] = [];
      const parser = createParser({
        onEvent: ({ data }) =>
          void events.push(processOutput.parse(strict(processOutput).parse(JSON.parse(data)))),
      });
      const ended = (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of answer.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
      })().catch((error: unknown) => {
        if (!leave.signal.aborted) throw error;
      });
      const bytes = (stream: string) =>
        Buffer.concat(
          events
            .filter((one) => one.stream === stream)
            .map((one) => Buffer.from(one.data_b64 ?? "", "base64")),
        );
      return {
        answer,
        events,
        ended,
        bytes,
        text: (stream = "stdout") => bytes(stream).toString(),
        leave: () => leave.abort(),
      };
    },
  };
}
