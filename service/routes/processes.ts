import { z } from "zod";
import { operations } from "../../lib/contract/operations.ts";
import { badRequest, notFound } from "../domain/problem.ts";
import type { Sessions } from "../domain/sessions.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement } from "./route.ts";

const processId = z.guid();

export function processRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  return [
    implement(operations.retrieveProcessStatus, async ({ params }) => {
      if (!processId.safeParse(params.process_id).success) throw badRequest("process_id must be a UUID");
      const session = sessions.find(params.id);
      if (!session) throw unknownSession(params.id);
      const found = session.instance.supervisor.find(params.process_id.toLowerCase());
      if (!found) throw notFound(`the process ${params.process_id}`);
      return { status: 200, body: await found.status() };
    }),
  ];
}
