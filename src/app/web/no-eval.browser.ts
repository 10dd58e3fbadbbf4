/**
 * The content security policy forbids `Function("")`. Where zod does not know that, it tries, and the browser reports a
 * violation. zod reads this object when its first module runs, so the first import of the root route writes it.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
