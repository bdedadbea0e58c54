import type { Metadata } from "next";
import { Suspense } from "react";
import { InvokeView } from "@/components/invocations/invoke/invoke-view";

export const metadata: Metadata = { title: "Invoke" };

export default function InvokePage() {
  return (
    <Suspense>
      <InvokeView />
    </Suspense>
  );
}
