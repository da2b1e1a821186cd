CREATE
  (alice:Developer {name: 'Alice', age: 38, eyes: 'Brown'}),
  (bob:Administrator {name: 'Bob', age: 25, eyes: 'Blue'}),
  (charlie:Administrator {name: 'Charlie', age: 53, eyes: 'Green'}),
  (daniel:Adminstrator {name: 'Daniel', age: 54, eyes: 'Brown'}),
  (eskil:Designer {name: 'Eskil', age: 41, eyes: 'blue', likedColors: ['Pink', 'Yellow', 'Black']}),
  (alice)-[:KNOWS]->(bob), (alice)-[:KNOWS]->(charlie), (bob)-[:KNOWS]->(daniel), (charlie)-[:KNOWS]->(daniel),
  (bob)-[:MARRIED]->(eskil)
CREATE
  (keanu:Person {name: 'Keanu Reeves', age: 58}), (liam:Person {name: 'Liam Neeson', age: 70}),
  (carrie:Person {name: 'Carrie Anne Moss', age: 55}), (guy:Person {name: 'Guy Pearce', age: 55}),
  (kathryn:Person {name: 'Kathryn Bigelow', age: 71}), (speed:Movie {title: 'Speed'}),
  (keanu)-[:ACTED_IN]->(speed), (keanu)-[:KNOWS]->(carrie), (keanu)-[:KNOWS]->(liam), (keanu)-[:KNOWS]->(kathryn),
  (carrie)-[:KNOWS]->(guy), (liam)-[:KNOWS]->(guy)
CREATE
  (:Worker {name: 'Alice', age: 65, role: 'Project manager', email: 'alice@company.com'}),
  (:Worker {name: 'Cecil', age: 25, role: 'Software developer', email: 'cecil@private.se'}),
  (:Worker {name: 'Cecilia', age: 31, role: 'Software developer'}),
  (:Worker {name: 'Charlie', age: 61, role: 'Security engineer'}),
  (:Worker {name: 'Daniel', age: 39, role: 'Director', email: 'daniel@company.com'}),
  (:Worker {name: 'Eskil', age: 39, role: 'CEO', email: 'eskil@company.com'})
