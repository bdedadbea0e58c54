// The framework's minimum: a response that is cached after the first request.
export const dynamic = "force-dynamic";

let cached;

export async function GET() {
  cached ??= await (await fetch(`${process.env.UPSTREAM_URL}/invocations`)).text();
  return new Response(cached, { headers: { "content-type": "application/json" } });
}
