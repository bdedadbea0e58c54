import { finishOidc } from "@/lib/server/http/oidc-handler";

export const GET = finishOidc;
