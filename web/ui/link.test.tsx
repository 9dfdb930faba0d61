import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { expect, it, vi } from "vitest";

import { Link } from "./link.tsx";

function Here() {
  const { pathname, state } = useLocation();
  return <output>{`${pathname} ${String(state)}`}</output>;
}

it("a link opens its page with its state and without reloading the site", async () => {
  render(
    <MemoryRouter>
      <Link to="/about" state="from here">
        About
      </Link>
      <Here />
    </MemoryRouter>,
  );
  expect(screen.getByRole("link", { name: "About" })).toHaveAttribute("href", "/about");
  await userEvent.click(screen.getByRole("link"));
  expect(screen.getByRole("status")).toHaveTextContent("/about from here");
});

it("the router ignores clicks that open a tab or that a handler has canceled", async () => {
  const onClick = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  render(
    <MemoryRouter initialEntries={["/here"]}>
      <Link to="/tab">Tab</Link>
      <Link to="/taken" onClick={onClick}>
        Taken
      </Link>
      <Here />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  await user.keyboard("{Control>}");
  await user.click(screen.getByRole("link", { name: "Tab" }));
  await user.keyboard("{/Control}");
  await user.click(screen.getByRole("link", { name: "Taken" }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(screen.getByRole("status")).toHaveTextContent("/here null");
});
