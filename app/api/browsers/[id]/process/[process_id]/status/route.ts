import { operations } from "@/lib/contract/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { keepProcessSample } from "@/lib/server/watch/process-samples";

export const GET = defineRoute(operations.retrieveProcessStatus, {
  seen: (answer, { params }) => void keepProcessSample(answer, params),
});
