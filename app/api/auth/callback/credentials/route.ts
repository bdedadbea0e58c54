import { signInWithCredentials } from "@/lib/server/http/auth-handler";

export const POST = signInWithCredentials;
