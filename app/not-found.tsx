import Link from "next/link";
import { connection } from "next/server";
import { buttonClass } from "@/components/ui/button-class";

/** Rendered per request: a prerendered page would have no nonce for its scripts. */
export default async function NotFound() {
  await connection();
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 text-center">
      <h1 className="text-title font-semibold">There is nothing at this address</h1>
      <p className="text-ink-2">The link may be old, or the id may have been cut off.</p>
      <Link href="/" className={buttonClass()}>
        Go to the overview
      </Link>
    </main>
  );
}
