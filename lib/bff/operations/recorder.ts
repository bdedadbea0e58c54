import { defineOperations } from "../../contract/operation.ts";
import { recorderState } from "../recorder.ts";

export const recorderOperations = defineOperations("Apps", {
  retrieveRecorder: {
    method: "GET",
    path: "/recorder",
    summary:
      "Get the state of the recorder: which replica records, what is missing, and what the database contains",
    answers: { 200: { kind: "json", schema: recorderState } },
  },
});
