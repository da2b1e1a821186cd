//! Points, boxes and curves. The y axis points down, as in SVG.

/// A point or a vector, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point at an angle and a distance from here.
    pub fn polar(self, angle: f64, distance: f64) -> Point {
        Point::new(self.x + distance * angle.cos(), self.y + distance * angle.sin())
    }

    /// The point at `distance` from here towards `other`; to the right when they coincide.
    pub fn towards(self, other: Point, distance: f64) -> Point {
        self.polar(self.angle_to(other), distance)
    }

    pub fn angle_to(self, other: Point) -> f64 {
        (other.y - self.y).atan2(other.x - self.x)
    }

    pub fn distance(self, other: Point) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }

    /// The point at a share of the way to `other`.
    pub fn between(self, other: Point, share: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)
    }
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    /// A box of no size.
    pub fn at(x: f64, y: f64) -> Rect {
        Rect { left: x, top: y, right: x, bottom: y }
    }

    pub fn around(centre: Point, width: f64, height: f64) -> Rect {
        let (x, y) = (width / 2.0, height / 2.0);
        Rect { left: centre.x - x, top: centre.y - y, right: centre.x + x, bottom: centre.y + y }
    }

    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn centre(&self) -> Point {
        Point::new((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    pub fn include(&mut self, other: &Rect) {
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
    }

    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }

    /// The area that two boxes share.
    pub fn overlap(&self, other: &Rect) -> f64 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0.0) * height.max(0.0)
    }
}

/// A cubic Bézier curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    pub start: Point,
    pub first: Point,
    pub second: Point,
    pub end: Point,
}

impl Curve {
    /// A quadratic curve with one control point.
    pub fn bent(start: Point, control: Point, end: Point) -> Curve {
        let toward = |point: Point| point.between(control, 2.0 / 3.0);
        Curve { start, first: toward(start), second: toward(end), end }
    }

    /// The point at `t` of 0.0..=1.0.
    pub fn point(&self, t: f64) -> Point {
        let (a, b, c) =
            (self.start.between(self.first, t), self.first.between(self.second, t), self.second.between(self.end, t));
        a.between(b, t).between(b.between(c, t), t)
    }

    /// Points along the curve.
    pub fn samples(&self) -> impl Iterator<Item = Point> + '_ {
        (0..=24).map(|step| self.point(f64::from(step) / 24.0))
    }
}

/// The angle between two directions, of 0 to pi.
pub fn angle_between(a: f64, b: f64) -> f64 {
    let difference = (a - b).rem_euclid(std::f64::consts::TAU);
    difference.min(std::f64::consts::TAU - difference)
}
