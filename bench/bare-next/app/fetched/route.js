// The straightforward route: fetch, parse, validate, serialize.
import { z } from "zod";

export const dynamic = "force-dynamic";

const invocations = z.array(
  z.looseObject({
    id: z.string(),
    app_name: z.string(),
    version: z.string(),
    action_name: z.string(),
    status: z.string(),
    started_at: z.string(),
    finished_at: z.nullable(z.string()),
    payload: z.string(),
    output: z.string(),
  }),
);

export async function GET(request) {
  const { search } = new URL(request.url);
  const response = await fetch(`${process.env.UPSTREAM_URL}/invocations${search}`, { cache: "no-store" });
  return Response.json(invocations.parse(await response.json()));
}
