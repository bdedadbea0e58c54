import type { Metadata } from "next";
import { Suspense } from "react";
import { InvocationView } from "@/components/invocations/invocation-view";

export const metadata: Metadata = { title: "Invocation" };

export default async function InvocationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Suspense>
      <InvocationView id={decodeURIComponent(id)} />
    </Suspense>
  );
}
