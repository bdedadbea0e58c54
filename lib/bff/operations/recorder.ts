import { defineOperations } from "../../contract/operation.ts";
import { recorderState } from "../recorder.ts";

export const recorderOperations = defineOperations("Apps", {
  retrieveRecorder: {
    method: "GET",
    path: "/recorder",
    summary: "Who records, how it goes, what is missing, and what the store holds",
    answers: { 200: { kind: "json", schema: recorderState } },
  },
});
