import { startOidc } from "@/lib/server/http/oidc-handler";

export const POST = startOidc;
