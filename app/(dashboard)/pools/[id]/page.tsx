import type { Metadata } from "next";
import { Suspense } from "react";
import { PoolView } from "@/components/pools/pool-view";

export const metadata: Metadata = { title: "Pool" };

export default async function PoolPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Suspense>
      <PoolView idOrName={decodeURIComponent(id)} />
    </Suspense>
  );
}
