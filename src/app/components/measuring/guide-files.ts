const FILES = /^\/(assets|figures)\//;

/** Whether a path of the shop is a file that a measuring guide loads: a script, a style, a font or a drawing. */
export const isGuideFile = (pathname: string): boolean => FILES.test(pathname);
