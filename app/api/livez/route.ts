import { ownOperations } from "@/lib/bff/operations/operations";
import { publicRoute } from "@/lib/server/http/define-route";

// Otherwise the response would be rendered at build time and could not reveal that the process hangs.
export const dynamic = "force-dynamic";

export const GET = publicRoute(ownOperations.livez, async () => ({ status: 200, body: { status: "alive" } }));
