import { operations } from "@/lib/contract/operations/operations";
import { recordProcessSample } from "@/lib/server/browsers/record-process-sample";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(operations.retrieveProcessStatus, {
  onAnswer: (answer, { params }) => void recordProcessSample(answer, params),
});
