import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { recorderState } from "../recorder.ts";

export const recorderOperations = {
  retrieveRecorder: defineOperation({
    id: "retrieveRecorder",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/recorder",
    summary: "Who records, how it goes, what is missing, and what the store holds",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: recorderState } },
    errors: [],
  }),
} satisfies Record<string, Operation>;
