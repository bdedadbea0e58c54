import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConfirmView } from "@/components/operators/confirm-view";
import { env } from "@/lib/server/kernel/env";

export const metadata: Metadata = { title: "Confirm it is you" };

export default async function ConfirmPage() {
  const { oidc } = env().signIn;
  if (oidc === undefined) notFound();
  return <ConfirmView provider={oidc.name} />;
}
