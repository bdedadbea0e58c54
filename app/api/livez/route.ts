import { ownOperations } from "@/lib/bff/operations";
import { publicRoute } from "@/lib/server/routes/define-route";

// A plain constant would be rendered at build time and never tell that the process hangs.
export const dynamic = "force-dynamic";

export const GET = publicRoute(ownOperations.livez, async () => ({ status: 200, body: { status: "alive" } }));
