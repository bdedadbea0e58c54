/** The pools the sample applications take their browsers from. Where one is missing they open sessions instead. */
export const poolNames = { browsing: "storefront", buying: "checkout" } as const;
