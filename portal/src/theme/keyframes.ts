/** Opacity and transform only; 120 to 180 ms. */
export const keyframes = {
  "fade-in": { from: { opacity: 0 }, to: { opacity: 1 } },
  "fade-out": { from: { opacity: 1 }, to: { opacity: 0 } },
  rise: { from: { opacity: 0, transform: "translateY(6px)" }, to: { opacity: 1, transform: "none" } },
  "slide-up": { from: { transform: "translateY(32px)", opacity: 0 }, to: { transform: "none", opacity: 1 } },
  "slide-in": { from: { transform: "translateX(24px)", opacity: 0 }, to: { transform: "none", opacity: 1 } },
  pulse: { "50%": { opacity: 0.55 } },
  spin: { to: { transform: "rotate(360deg)" } },
};
