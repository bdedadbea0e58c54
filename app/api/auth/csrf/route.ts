import { csrfToken } from "@/lib/server/http/auth-handler";

export const GET = csrfToken;
