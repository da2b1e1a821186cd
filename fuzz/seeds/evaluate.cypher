MATCH (a)-[r:R]->(b) WHERE a.k < b.k RETURN a, r, b
MATCH (a:A), (b:B) OPTIONAL MATCH (a)-[r]-(b) MATCH (b)--(c) RETURN a.k AS x, count(r) AS c ORDER BY c DESC, x SKIP 1 LIMIT 2
MATCH p = (a)-[*1..3]->(b) RETURN length(p) AS l, [n IN nodes(p) | n.k] AS ks
MATCH p = (a:A)((x)-[r:R|S]->(y) WHERE x.k <= y.k){1,3}(b) RETURN [q IN r | q.k] AS ks, size(x) AS s, p
MATCH (a)-[:!R&!S]->+(b)<-[:%]-*(c) RETURN a.k, b.k, c.k
MATCH p = ANY SHORTEST (a:A)-[r]->+(b:B) RETURN length(p)
MATCH p = ALL SHORTEST (a)-[r:R]-{1,3}(b) WHERE a.k <> b.k RETURN r, p
MATCH p = SHORTEST 2 GROUPS (a)((x)--(y)){0,2}(b) RETURN length(p), count(*)
MATCH p = SHORTEST 3 ((a)-->+(b) WHERE length(p) > 1) RETURN p
MATCH p = ANY 2 PATHS (a:A)-[*..3]->(b) RETURN count(p)
MATCH ALL SHORTEST (p = (a)-->{1,3}(b) WHERE all(n IN nodes(p) WHERE n.k > 0)) RETURN p
MATCH REPEATABLE ELEMENTS (a)-->{1,3}(b)--(c) RETURN count(*)
MATCH DIFFERENT RELATIONSHIPS (a)-->(b), (b)-[r]-(c) RETURN count(*)
MATCH p = shortestPath((a:A)-[*]-(b:B)) WHERE all(r IN relationships(p) WHERE r.k IS NOT NULL) RETURN length(p)
MATCH (a), (b) WHERE a.k <> b.k MATCH p = allShortestPaths((a)-[*..4]->(b)) RETURN p
MATCH ((a:A)-[r]->(b) WHERE a.k = 1) RETURN a, b
MATCH (a:$('A'))-[r:$any(['R', 'S'])]->(b:!$('A')) RETURN a, r, b
MATCH (a:A&(B|!C)) WHERE a:A|B AND a IS NOT NULL RETURN labels(a)
MATCH (a {k: 1})-[r {k: 2}]-(b WHERE b.k > 1) RETURN a.s + 'y', b.l[0], b.l[-1..]
MATCH (a)-[r]->(b) MATCH (c)-[r]->(d) RETURN count(*)
MATCH (a) WHERE (a)-[:R]->() AND NOT (a)--(:B) OR exists((a)-->()) XOR a.k = 1 RETURN a
MATCH (n) RETURN n {.*, more: 1, .k} AS m, properties(n), keys(n)
MATCH (n) RETURN [(n)-[r]-(m) WHERE m.k > 1 | [m.k, r.k]] AS l
MATCH (n) RETURN EXISTS { (n)-->(m) WHERE m.k > n.k } AS e, COUNT { MATCH (n)--(m) RETURN DISTINCT m } AS c, COLLECT { MATCH (n)-->(m) RETURN m.k ORDER BY m.k } AS l
MATCH (n) WHERE EXISTS { MATCH (n)-->(m) WITH m, count(*) AS c WHERE c > 1 RETURN m UNION MATCH (n)<--(m) RETURN m } RETURN n
MATCH (n) CALL (n) { MATCH (n)-->(m) RETURN m.k AS x UNION ALL RETURN n.k AS x } RETURN n.k, x
MATCH (n) CALL { WITH n MATCH (n)--(m) RETURN count(m) AS c } RETURN n, c
MATCH (n) OPTIONAL CALL (*) { MATCH (n)-->(m:A) RETURN m LIMIT 1 } RETURN n, m
CALL { MATCH (n) RETURN n ORDER BY n.k LIMIT 2 } WITH n WHERE n.k > 0 RETURN *
CALL (*) { CREATE (:C) } RETURN 1
CALL db.labels() YIELD label WITH label ORDER BY label RETURN collect(label)
MATCH (n) CALL (n) { WHEN n.k = 1 THEN RETURN 'one' AS w WHEN n.k > 1 THEN MATCH (n)-->(m) RETURN 'more' AS w ELSE RETURN 'none' AS w } RETURN w
WHEN 1 > 2 THEN RETURN 1 AS x WHEN true THEN { MATCH (n) RETURN n.k AS x } ELSE RETURN 3 AS x
MATCH (n) RETURN n.k AS x NEXT WITH x WHERE x > 1 RETURN collect(x) AS l NEXT UNWIND l AS y RETURN y
{ MATCH (n) RETURN n.k AS x UNION RETURN 1 AS x } NEXT FILTER x > 1 RETURN x
MATCH (n) RETURN n NEXT WHEN n.k > 1 THEN CREATE (:D {k: n.k}) RETURN 1 AS y ELSE RETURN 2 AS y
MATCH (n) LET x = n.k, y = x + 1 FILTER WHERE y > 1 RETURN x, y
MATCH (n) ORDER BY n.k DESC OFFSET 1 LIMIT 2 RETURN n.k
FOR x IN [1, 2, 3] LET y = x * 2 FILTER y > 2 ORDER BY y RETURN x, y
UNWIND [1, 2, null] AS x CREATE (:N {k: x}) FINISH
MATCH (n) RETURN n.k AS x UNION ALL MATCH (n) RETURN n.k AS x UNION ALL RETURN 1 AS x
MATCH (n) WITH DISTINCT n.k AS k ORDER BY k SKIP 1 LIMIT 3 WHERE k > 1 RETURN *
MATCH (n) WITH n.k AS k, collect(n) AS ns, count(*) AS c WHERE c > 0 UNWIND ns AS m RETURN k, m
MATCH (n) RETURN count(DISTINCT n.k), sum(n.k), avg(n.k), min(n.k), max(n.k), collect(n.k), stDev(n.k), percentileCont(n.k, 0.5), percentileDisc(n.k, 0.5)
CREATE (a:C {k: 1})-[r:T {k: 2}]->(b:D), (b)<-[:T]-(c) RETURN a, r, c
CREATE p = (:A {k: 1})-[:R]->(:B) RETURN p, length(p)
CREATE (a:$('X')&Y {k: 1})-[:$('T')]->(b) RETURN a
INSERT (a:A&B {k: [1, 2]})-[:R]->(b) RETURN b
MATCH (a), (b) MERGE (a)-[r:R {k: 1}]-(b) ON CREATE SET r.new = true ON MATCH SET r.k = 2, a.k = r.k RETURN count(r)
UNWIND [1, 1, 2] AS x MERGE (n:M {k: x}) ON CREATE SET n.c = x ON MATCH SET n += {m: x} RETURN n
MERGE p = (:A {k: 1})-[:R]->(:B)-[:S]->() RETURN p
MATCH (n) SET n.k = n.k + 1, n:C:D, n += {s: null, t: date('2020-01-01')} RETURN n
MATCH (a)-[r]->(b) SET a = b, r = properties(a), b = {}
MATCH (n) SET n['k' + 1] = [1, 2], n:$(['E', 'F']) REMOVE n['s'], n:$('A') RETURN n
MATCH (a)-->(a) SET a = {k: a.l}, a += {l: 1}
MATCH (n) REMOVE n.k, n:A:B RETURN labels(n)
MATCH (a)-[r]->(b) DELETE r RETURN count(*)
MATCH (n:A) DETACH DELETE n RETURN count(n)
MATCH (a)-[r]-(b) NODETACH DELETE r, a, b
MATCH p = (:A)-->() DETACH DELETE p
MATCH (a)-[r]->() DELETE r FOREACH (x IN [1, 2] | MERGE (:M {k: x}) SET a.k = x)
MATCH (n) FOREACH (x IN [n.k, 1] | CREATE (n)-[:T {k: x}]->(:C) FOREACH (y IN [x] | SET n.y = y)) RETURN count(*)
MATCH (n) CALL (n) { CREATE (m:C {k: n.k}) SET m.l = 1 RETURN m } RETURN m
MATCH (n) WITH n LIMIT 1 DETACH DELETE n WITH 1 AS x MATCH (m) RETURN count(m)
RETURN CASE WHEN 1 > 2 THEN 'a' WHEN null THEN 'b' ELSE 'c' END, CASE 3 WHEN 1, 2 THEN 'a' WHEN > 2 THEN 'b' WHEN IS NULL THEN 'c' END
RETURN [x IN range(1, 5) WHERE x % 2 = 1 | x ^ 2], reduce(t = 0, x IN [1, 2] | t + x), all(x IN [] WHERE x), single(x IN [1, 2] WHERE x > 1)
RETURN 1 < 2 <= 3 <> 4, 'abc' STARTS WITH 'a', 'abc' ENDS WITH 'c', 'abc' CONTAINS 'b', 'abc' =~ '(?i)A.*', 'a' || 'b', [1] || [2]
RETURN 1 IS :: INTEGER NOT NULL, [1, null] IS NOT TYPED LIST<INTEGER | STRING>, 'a' IS NFC NORMALIZED, valueType([1, 'a'])
RETURN {a: 1, b: {c: [1, 2]}}['b'].c[0..1], [1, 2, 3][..-1], $p, $`q`
RETURN date('2020-01-31') + duration('P1M') AS d, datetime({year: 2020, month: 1, day: 1, timezone: 'Europe/Stockholm'}).epochSeconds, duration.between(date('2020-01-01'), date('2021-02-03')).months, time('10:00+01:00') < time('10:00Z')
RETURN date.truncate('week', date('2020-01-01'), {dayOfWeek: 2}), localdatetime({year: 2020, week: 2}), localtime({hour: 1, nanosecond: 5}), duration({days: 1.5, hours: 2}) * 2 / 3
RETURN point({x: 1, y: 2}).x, point.distance(point({x: 1, y: 2}), point({x: 3, y: 4})), point.withinBBox(point({x: 1, y: 1}), point({x: 0, y: 0}), point({x: 2, y: 2}))
RETURN toInteger('12'), toFloat('1.5'), toString(1.0), toBoolean('true'), toIntegerOrNull('x'), toStringList([1, 2.5]), split('a,b', ','), substring('abc', 1, 1), replace('a', 'a', 'b'), trim(BOTH 'x' FROM 'xax'), left('abc', 2), reverse([1, 2]), head([]), last([1]), size('abc'), coalesce(null, 1), nullIf(1, 1), isEmpty([])
RETURN abs(-1), sign(-2), round(1.25, 1, 'HALF_UP'), sqrt(4), log(1), exp(0), sin(0), atan2(1, 1), pi(), e(), ceil(1.2), floor(1.8), isNaN(0.0 / 0.0), haversin(0), degrees(1), radians(1), rand(), range(5, 1, -2)
MATCH ()-[r]->() RETURN type(r), id(r), elementId(r), startNode(r), endNode(r).k, r IS :: RELATIONSHIP
MATCH (n) RETURN n ORDER BY n.k IS NULL, n.k DESC, labels(n)[0]
MATCH (a)-[r*0..2]-(b) WHERE size(r) <> 1 RETURN DISTINCT a.k, [x IN r | x.k]
MATCH (n:A:B), (m:A|B) WITH *, 1 AS one RETURN *
CREATE INDEX i FOR (n:A) ON (n.k)
CREATE INDEX FOR (n:A) ON (n.k, n.s)
CREATE INDEX FOR ()-[r:R]-() ON (r.k)
CREATE TEXT INDEX FOR (n:A) ON (n.s)
DROP INDEX FOR (n:A) ON (n.k)
DROP INDEX range_A_k
CREATE CONSTRAINT c FOR (n:A) REQUIRE n.k IS UNIQUE
UNWIND [1, 1, 2] AS x RETURN (point({x: 0.0 / 0.0 , y: 2})) AS x
