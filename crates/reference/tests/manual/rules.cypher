CREATE (a:A {id: 1}), (b:B {id: 2}), (a)-[:R {id: 10}]->(b), (a)-[:R {id: 11}]->(b), (b)-[:R {id: 12}]->(a),
  (:C {id: 3})
