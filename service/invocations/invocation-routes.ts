import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement } from "../http/route.ts";
import type { InvocationRows } from "./invocation-rows.ts";
import type { Invocations } from "./invocations.ts";

type Created = Pick<
  ReturnType<InvocationRows["insert"]>,
  "id" | "action_name" | "status" | "status_reason" | "output"
>;

const created = ({ id, action_name, status, status_reason, output }: Created) => ({
  id,
  action_name,
  status,
  status_reason,
  ...(output === null ? {} : { output }),
});

/** The API's operations on invocations. */
export const invocationRoutes = (invocations: Invocations): Implementation[] => [
  implement(operations.createInvocation, async ({ body, signal }) =>
    body.async
      ? { status: 202, body: created(invocations.create(body)) }
      : { status: 200, body: created(await invocations.createAndWait(body, signal)) },
  ),
  implement(operations.listInvocations, async ({ query }) => {
    const { items, paging } = invocations.list(query);
    return { status: 200, body: items, paging };
  }),
  implement(operations.retrieveInvocation, async ({ params }) => ({
    status: 200,
    body: invocations.retrieve(params.id),
  })),
  implement(operations.updateInvocation, async ({ params, body }) => ({
    status: 200,
    body: await invocations.update(params.id, body),
  })),
  implement(operations.followInvocation, async ({ params, query, signal, sendEvents }) => {
    const events = invocations.follow(params.id, query.since, signal);
    return await sendEvents(events, { heartbeats: "events" });
  }),
  implement(operations.listInvocationBrowsers, async ({ params, caller }) => ({
    status: 200,
    body: { browsers: await invocations.browsers(params.id, caller) },
  })),
  implement(operations.deleteInvocationBrowsers, async ({ params }) => {
    await invocations.endBrowsers(params.id);
    return { status: 204 };
  }),
];
