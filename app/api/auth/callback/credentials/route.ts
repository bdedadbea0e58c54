import { signInWithCredentials } from "@/lib/server/access/auth-handler";

export const POST = signInWithCredentials;
