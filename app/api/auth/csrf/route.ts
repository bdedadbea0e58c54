import { csrfToken } from "@/lib/server/access/auth-handler";

export const GET = csrfToken;
