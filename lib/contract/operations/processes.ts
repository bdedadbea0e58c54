import * as z from "zod/mini";
import { defineOperations } from "../operation.ts";
import {
  processDone,
  processExec,
  processInput,
  processInputTaken,
  processKill,
  processOutput,
  processResize,
  processResult,
  processSpawn,
  processStatus,
  spawnedProcess,
} from "../processes.ts";
import { id } from "./parts.ts";

const oneProcess = z.object({ ...id.shape, process_id: z.string().check(z.minLength(1), z.maxLength(255)) });
const done = { kind: "json", schema: processDone } as const;

/** Process operations of a browser instance. */
export const processOperations = defineOperations("Browsers", {
  execProcess: {
    method: "POST",
    path: "/browsers/{id}/process/exec",
    summary: "Run a command in the browser instance and wait until it ends",
    params: id,
    body: { kind: "json", schema: processExec, required: true, closed: true },
    answers: { 200: { kind: "json", schema: processResult } },
    errors: [400, 404, 409, 429],
  },
  spawnProcess: {
    method: "POST",
    path: "/browsers/{id}/process/spawn",
    summary: "Start a process in the browser instance",
    params: id,
    body: { kind: "json", schema: processSpawn, required: true, closed: true },
    answers: { 200: { kind: "json", schema: spawnedProcess } },
    errors: [400, 404, 409, 429],
  },
  retrieveProcessStatus: {
    shown: true,
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/status",
    summary: "Get the status of a process in the browser instance",
    params: oneProcess,
    answers: { 200: { kind: "json", schema: processStatus } },
    errors: [400, 404],
  },
  writeProcessInput: {
    method: "POST",
    path: "/browsers/{id}/process/{process_id}/stdin",
    summary: "Write to a process's standard input",
    params: oneProcess,
    body: { kind: "json", schema: processInput, required: true, closed: true },
    answers: { 200: { kind: "json", schema: processInputTaken } },
    errors: [400, 404, 429],
  },
  killProcess: {
    method: "POST",
    path: "/browsers/{id}/process/{process_id}/kill",
    summary: "Send a signal to a process and its children",
    params: oneProcess,
    body: { kind: "json", schema: processKill, required: true, closed: true },
    answers: { 200: done },
    errors: [400, 404],
  },
  resizeProcess: {
    method: "POST",
    path: "/browsers/{id}/process/{process_id}/resize",
    summary: "Resize the terminal of a process",
    params: oneProcess,
    body: { kind: "json", schema: processResize, required: true, closed: true },
    answers: { 200: done },
    errors: [400, 404],
  },
  streamProcessOutput: {
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/stdout/stream",
    summary: "Stream the output of a process, and its exit",
    params: oneProcess,
    answers: { 200: { kind: "events", item: processOutput } },
    errors: [400, 404],
  },
});
